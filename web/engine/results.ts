/* What commands answer. Written by tests/web/types.mjs, which also fails when a command answers something else; include/alea/view.h
   says what the keys mean. */

/** A value that lies between two proved bounds, and their middle. */
export interface Interval {
  value: number
  lower: number
  upper: number
}

export type GamesResult = {
  games: Array<{
    name: string
    title: string
    family: string
    players: {
      default: number
      min: number
      max: number
    }
    objectives: Array<string>
    played_for: string
  }>
}

export type RulesResult = {
  name: string
  title: string
  family: string
  spec: string
  rules_sha256: string
  players: {
    default: number
    min: number
    max: number
  }
  objectives: Array<string>
  played_for: string
  text: string
  note: null | string
  parameters: Array<{
    name: string
    value: number | string
    default: number | string
    min?: number
    max?: number
    help: string
    one_of?: Array<string>
  }>
  keys: Array<{
    name: string
    help: string
  }>
  sheet: Array<{
    name: string
    dice: string
    points: string
  }>
  bots: Array<{
    family: string
    usage: string
    help: string
    games: null | string
  }>
}

export type SolveResult = {
  game: string
  objective: string
  value: number
  lower: number
  upper: number
  second: Interval
  states: number
  stored: number
  width: number
  first_hold: null | number
  complete: boolean
  rules_sha256: string
  out: null
  seconds: number
}

export type AskResult = {
  game: string
  objective: string
  against: null
  state: string
  value: number
  lower: number
  upper: number
  best: string
  tied: boolean
  moves: Array<{
    move: string
    value: number
    lower: number
    upper: number
    cost: number
  }>
  position: string
  note: null | string
}

export type EvalResult = {
  game: string
  objective: string
  bots: Array<string>
  first: {
    value: number
    lower: number
    upper: number
    win: Interval
    loss: Interval
    money: null | Interval
    turns: Interval
    never: Interval
  }
  second: {
    value: number
    lower: number
    upper: number
    win: Interval
    loss: Interval
    money: null | Interval
    turns: Interval
    never: Interval
  }
  mean: {
    value: number
    lower: number
    upper: number
    win: Interval
    loss: Interval
    money: null | Interval
    turns: Interval
    never: Interval
  }
  seconds: number
  pure: Array<null>
}

export type BestResult = {
  game: string
  objective: string
  against: string
  first: Interval
  second: Interval
  mean: Interval
  reply_mean: number
  exploitability: Interval
  states: number
  stored: number
  out: null
  seconds: number
}

export type VerifyResult = {
  holds: boolean
  checked: number
  reason: null
  game: string
  objective: string
  against: null
  value: number
  lower: number
  upper: number
  rules_sha256: string
  file: null
  seconds: number
}

export type RunResult = {
  game: string
  games: number
  unfinished: number
  seed: number
  seats: string
  seconds: number
  standings: Array<{
    bot: string
    title: null
    wins: number
    win_rate: null | number
    win_rate_se: null | number
    money: number
    money_se: number
    forfeits: number
    kind: string
    money_total: number
    seat_games: Array<number>
    seat_wins: Array<number>
    seat_money: Array<number>
    failures: {
      trap: number
      fuel: number
      memory: number
      illegal: number
      skipped: number
    }
    first_failure: null | {
      game: number
      text: string
    }
    rank: number
    score?: number
    score_se?: number
  }>
  asked: number
  stopped: boolean
  games_per_second: number
  threads: number
  path: string
  players: number
  turns: number
  se_from: string
  has_money: boolean
  money_sum: number
  ranked_by: string
  analytics: null | {
    games: number
    spreads: Array<{
      measure: string
      bot: null | number
      games: number
      mean: number
      mean_se: number
      stdev: number
      percentiles: Record<string, number>
      min: number
      max: number
      counts: Array<Array<number>>
    }>
    ahead: Array<Array<number>>
  }
}

export type StatsResult = {
  game: string
  bot: string
  ties: null
  tie_rule: null
  mean: null
  stdev: null
  percentiles: null
  mode: null
  min: null
  max: null
  pmf: null
  mass: null
  error: null
  combinations: null
  goods: null
  inexact: string
  seconds: null
  simulated: {
    games: number
    asked: number
    seed: number
    stopped: boolean
    mean: number
    mean_se: number
    stdev: number
    stdev_se: number
    percentiles: Record<string, number>
    mode: number
    min: number
    max: number
    counts: Array<Array<number>>
    forfeits: number
    threads: number
    path: string
    seconds: number
  }
}

export type ReplayResult = {
  game: string
  rules_sha256: string
  seed: number
  seats: string
  dice: string
  cut: boolean
  players: Array<string>
  order: null
  games: Array<{
    number: number
    in_seat: Array<number>
    events: Array<{
      line: number
      turn: number
      seat: number
      roll?: Array<number>
      state: string
      move?: string
    }>
    taken_back: number
    finished: boolean
    end: {
      winner: null | number
      unfinished: boolean
      turns: number
      scores: Array<number>
      money: Array<number>
    }
  }>
}

export type ReviewResult = {
  games: Array<{
    game: string
    record: string
    number: number
    sha256: string
    objective: string
    exact: boolean
    why_estimated: null | string
    rollouts: null | number
    policy: null | string
    less_is_better: boolean
    scale: number
    finished: boolean
    seats: Array<{
      seat: number
      player: string
      result: number
      start: number
      luck: number
      mistakes: number
      opponents_mistakes: number
      adjusted: number
      own_luck: number
      luck_error: number
      mistakes_error: number
      rolls: number
      decisions: number
      inaccuracies: number
      mistaken: number
      blunders: number
      forfeited: boolean
    }>
    events: Array<{
      kind: string
      seat: number
      turn: number
      line: number
      state: string
      value: number
      values: Array<number>
      luck?: number
      error: number
      deviations?: null | number
      faces?: Array<number>
      word: null | string
      position: string
      cost?: number
      best?: string
      chosen?: string
      best_value?: number
      chosen_value?: number
      moves?: number
    }>
    turns: Array<{
      turn: number
      seat: number
      value: number
      luck: number
      mistakes: number
    }>
    kinds: Array<{
      name: string
      seat: number
      decisions: number
      mistakes: number
      cost: number
    }>
    worst: Array<{
      event: number
      why: string
      best: {
        name: string
        value: number
        better: null | number
        better_value: null | number
        worse: null | number
        worse_value: null | number
        prospect: string
      }
      chosen: {
        name: string
        value: number
        better: null | number
        better_value: null
        worse: null | number
        worse_value: null | number
        prospect: string
      }
    }>
  }>
}

export type ContestResult = {
  game: string
  entries: Array<{
    name: string
    file: string
    status: string
    reason: string
    what: string
    staff: boolean
    matches_won: null
    rank: null
    award: null
    mean_rate: null
  }>
  ranking: Array<unknown>
  rates: Array<Array<null>>
  error_bound: number
  pairs: number
  pairs_computed: number
  pairs_kept: number
  tabulated: number
  left_out: number
  stopped: boolean
  submissions: Array<{
    file: string
    student: null
    id: null
    email: null
    lms: null
    status: string
    staff: boolean
    time: string
    time_source: string
    entry: number
  }>
  warnings: Array<unknown>
  database: null
  seconds: number
}

export type TournamentResult = {
  game: string
  players: number
  design: string
  games: number
  seed: number
  certain: boolean
  stopped: boolean
  confidence: number
  until: number
  tie: number
  undecided: number
  undecided_after_a_million_more: number
  has_money: boolean
  standings: Array<{
    bot: string
    title: null
    kind: string
    rank: number
    rating: number
    rating_low: number
    rating_high: number
    rating_se: number
    unbeaten: boolean
    winless: boolean
    rate: number
    rate_se: number
    money: number
    money_se: number
    games: number
    wins: number
    forfeits: number
    fuel: number
    pure: boolean
    purity: string
    exploitability: number
    exploitability_bounds: {
      lower: number
      upper: number
    }
    loss: number
  }>
  pairs: Array<{
    a: string
    b: string
    rate: number
    rate_se: number
    lower: number
    upper: number
    exact: boolean
    games: number
    money: number
    money_se: number
  }>
  cycle: null
}

export type CompareResult = {
  game: string
  a: string
  b: string
  verdict: string
  difference: number
  lower: number
  upper: number
  games: number
  exact: boolean
  llr: number
  llr_lower: number
  llr_upper: number
  rate: number
  rate_se: number
  normalised_elo: number
  normalised_elo_lower: number
  normalised_elo_upper: number
  adjusted_for_luck: boolean
  money: number
  money_se: number
  stopped: boolean
}
