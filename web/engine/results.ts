/* What commands answer. Made by tools/json-reference from keys.json, which has each key's kinds and meaning. */

export interface Interval {
  /** The middle of the two bounds. */
  value: number
  /** A proved bound. */
  lower: number
  /** A proved bound. */
  upper: number
}

export interface Bounds {
  /** A proved bound. */
  lower: number
  /** A proved bound. */
  upper: number
}

export interface SeatRange {
  /** How many play unless one says otherwise. */
  default: number
  /** The fewest players. */
  min: number
  /** The most players. */
  max: number
}

export interface ListedGame {
  /** By which specs name the game. */
  name: string
  /** The name for people. */
  title: string
  /** The family that the game belongs to: race, hog, despirala, tabletop or graph. */
  family: string
  /** How many may play. */
  players: SeatRange
  /** What the game can be solved for. */
  objectives: string[]
  /** The objective that is taken without --for. */
  played_for: string
  /** Of the list of games: Score sheets. */
  group: string
  /** Of best play, of the first player or the only one, for what the game is played for. */
  value: number
  /** About how long two threads take to prove the value. */
  solve_seconds: number
  /** Who published a value before; empty: we know of none. */
  published: string
}

export interface GamesResult {
  /** All games of the catalogue. */
  games: ListedGame[]
}

export interface Parameter {
  /** As specs write it. */
  name: string
  /** What this game has. */
  value: number | string
  /** What a spec without it means. */
  default: number | string
  /** The words that it may be; then there is no min and max. */
  one_of?: string[]
  /** The least that it may be. */
  min?: number
  /** The greatest that it may be. */
  max?: number
  /** What it is for, in words. */
  help: string
}

export interface Key {
  /** A word that `alea ask` takes before =. */
  name: string
  /** What it is for, in words. */
  help: string
}

export interface SheetRow {
  /** The combination. */
  name: string
  /** What it is made of. */
  dice: string
  /** What it scores, in words. */
  points: string
}

export interface BuiltinBot {
  /** The family whose games it plays. */
  family: string
  /** How a spec names it: hold(n). */
  usage: string
  /** What it is for, in words. */
  help: string
  /** The games that it is for; null: all of the family. */
  games: null | string
}

export interface RulesResult {
  /** By which specs name the game. */
  name: string
  /** The name for people. */
  title: string
  /** Race, hog, despirala, tabletop or graph. */
  family: string
  /** Canonical: pig(goal=100,players=2). */
  spec: string
  /** Of the rule file, in hexadecimal. */
  rules_sha256: string
  /** How many may play. */
  players: SeatRange
  /** What the game can be solved for. */
  objectives: string[]
  /** The objective that is taken without --for. */
  played_for: string
  /** The rules in words. */
  text: string
  /** A remark on contests of this game. */
  note: null | string
  /** What a spec may set. */
  parameters: Parameter[]
  /** What a position of `alea ask` is made of. */
  keys: Key[]
  /** The rows of the score sheet; empty without one. */
  sheet: SheetRow[]
  /** The built-in bots. */
  bots: BuiltinBot[]
  /** Of the list of games: Score sheets; null for a game that the list leaves out. */
  group: null | string
  /** Of best play, of the first player or the only one, for what the game is played for; null unless all parameters have their default values. */
  value: null | number
  /** About how long two threads take to prove the value. */
  solve_seconds: null | number
  /** Who published a value before; empty: we know of none. */
  published: null | string
}

export interface SolveResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** What is played for: win, money, score or turns. */
  objective: string
  /** To the first seat. */
  value: number
  /** A proved bound. */
  lower: number
  /** A proved bound. */
  upper: number
  /** The value to the second seat. */
  second: Interval
  /** With three players and more: the value to each seat, of one equilibrium; else empty. */
  seats: Interval[]
  /** With three players and more: by other decisions no player gains more at the beginning of any turn; else null. */
  epsilon: null | number
  /** Positions that the game has. */
  states: number
  /** Positions whose value is stored. */
  stored: number
  /** The largest distance between the bounds of a value. */
  width: number
  /** The first turn total at which it is best to hold with nothing banked; null if the game has no such moves. */
  first_hold: null | number
  /** Whether all positions are solved. */
  complete: boolean
  /** Of the rule file, in hexadecimal. */
  rules_sha256: string
  /** The file that was written. */
  out: null | string
  /** Since the command began, with opening the game; 0 if not known. */
  seconds: number
}

export interface SampledResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** What is played for: win, money, score or turns. */
  objective: string
  /** The claim. */
  value: number
  /** A sampled model has no proved bounds. */
  lower: null
  /** A sampled model has no proved bounds. */
  upper: null
  /** What the sampled model of --samples expects. */
  claim: number
  /** What its policy earns in the true game. */
  earned: number
  /** A proved bound of earned. */
  earned_lower: number
  /** A proved bound of earned. */
  earned_upper: number
  /** Random rolls in the place of all possible ones. */
  samples: number
  /** Of these rolls; text from 2^63 on. */
  seed: number | string
  /** Positions that the game has. */
  states: number
  /** Positions whose value is stored. */
  stored: number
  /** The largest distance between the bounds of a value. */
  width: number
  /** As in a solution. */
  first_hold: null | number
  /** Whether all positions are solved. */
  complete: boolean
  /** Of the rule file, in hexadecimal. */
  rules_sha256: string
  /** The file that was written. */
  out: null | string
  /** Since the command began, with opening the game; 0 if not known. */
  seconds: number
}

export interface Sweep {
  /** The largest change of a value in this sweep. */
  change: number
  /** The value of the first position. */
  start: number
  /** The largest distance from a proved value, over all turn starts. */
  error: number
  /** Positions whose move differs from that of the last sweep. */
  differ: number
  /** The least turn total at which the policy holds with nothing banked; the goal if there is none. */
  hold: number
}

export interface SweepsResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** The score that wins. */
  goal: number
  /** Sweeps end when no value changes by more. */
  epsilon: number
  /** Value iteration, sweep by sweep. */
  sweeps: Sweep[]
}

export interface MoveValue {
  /** Its name. */
  move: string
  /** Of the position after this move, to the seat that decides. */
  value: number
  /** A proved bound; null for a sampled model. */
  lower: null | number
  /** A proved bound; null for a sampled model. */
  upper: null | number
  /** How much less than the best move. */
  cost: number
}

export interface AskResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** What is played for: win, money, score or turns. */
  objective: string
  /** The policy that the table answers; null: best play. */
  against: null | string
  /** The position in words. */
  state: string
  /** To the seat that decides, or whose turn it is. */
  value: number
  /** A proved bound; null for a sampled model. */
  lower: null | number
  /** A proved bound; null for a sampled model. */
  upper: null | number
  /** The name of the best move; null where nobody decides. */
  best: null | string
  /** Whether another move is as good. */
  tied: boolean
  /** As in a solution. */
  samples?: number
  /** As in a solution. */
  seed?: number | string
  /** All moves, or the best ones with --top. */
  moves: MoveValue[]
  /** The line that `alea ask` reads. */
  position: string
  /** Why play cannot reach the position. */
  note: null | string
}

export interface Exact {
  /** In the objective's unit, to the first bot. */
  value: number
  /** A proved bound. */
  lower: number
  /** A proved bound. */
  upper: number
  /** Probability that the first bot wins. */
  win: Interval
  /** Probability that the second bot wins. */
  loss: Interval
  /** Dollars per game. */
  money: Interval | null
  /** Expected turns of a game, all seats together; null if it may never end. */
  turns: Interval | null
  /** Probability that the game never ends. */
  never: Interval
}

export interface EvalResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** What is played for: win, money, score or turns. */
  objective: string
  /** Their names. */
  bots: string[]
  /** When the first bot moves first. */
  first: Exact
  /** When it moves second. */
  second: Exact
  /** Of the two. */
  mean: Exact
  /** Since the command began, with opening the game; 0 if not known. */
  seconds: number
  /** For each bot declared or tested, if the result relies on its answers being a function of the position. */
  pure: (null | string)[]
}

export interface BestResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** What is played for: win, money, score or turns. */
  objective: string
  /** The bot that is answered. */
  against: string
  /** The best reply's value when it moves first. */
  first: Interval
  /** When it moves second. */
  second: Interval
  /** Of the two. */
  mean: Interval
  /** The middle of mean. */
  reply_mean: number
  /** Mean minus the mean value of optimal play against itself. */
  exploitability: Interval
  /** Positions that the game has. */
  states: number
  /** Positions whose value is stored. */
  stored: number
  /** The file that was written. */
  out: null | string
  /** Since the command began, with opening the game; 0 if not known. */
  seconds: number
}

export interface LearnPoint {
  /** That the bot had learned from. */
  games: number
  /** Of these, since the last point. */
  played: number
  /** How often it won these, exploring; null before the first game. */
  win_rate: null | number
  /** Its standard error. */
  win_rate_se: null | number
  /** The value of the frozen policy against its opponent, on average over the seats, or alone; null if the opponent learns too or has no exact results. */
  exact: Interval | null
  /** How much less the policy gets against optimal play than optimal play itself. */
  loss: Interval | null
  /** What a best response gains against it; null in games for one player. */
  exploitability: Interval | null
}

export interface Learner {
  /** Its name. */
  bot: string
  /** The name of the first opponent; null in games for one player. */
  against: null | string
  /** That it learned from, in all. */
  games: number
  /** Of these, those that the state file held already. */
  resumed: number
  /** Whether the work was stopped before its end. */
  stopped: boolean
  /** Whether there are exact results. */
  has_exact: boolean
  /** Why there are none, or why some are null. */
  inexact: null | string
  /** Games that were lost by a failure of the bot. */
  forfeits: number
  /** The reason of the first forfeit. */
  failure: null | string
  /** Before the first game, after 1,000, 2,000, 4,000, … and at the end. */
  points: LearnPoint[]
}

export interface LearnResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** What is played for: win, money, score or turns. */
  objective: string
  /** Of the dice. */
  seed: number | string
  /** Rotate or fixed. */
  seats: string
  /** Each in a match of its own. */
  learners: Learner[]
  /** Since the command began, with opening the game; 0 if not known. */
  seconds: number
}

export interface ScoresOnlyResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** Win. */
  objective: string
  /** In words. */
  against: string
  /** True: a strategy of the two scores alone, from --scores-only. */
  scores_only: boolean
  /** Whether no such strategy is better. */
  proved: boolean
  /** How many searches there were; 0 if proved. */
  starts: number
  /** The first search that led to it, from 0; 0 if proved. */
  best_start: number
  /** How often it wins. */
  mean: Interval
  /** How often best play wins that also sees all that the game remembers, and whom it meets. */
  ceiling: Interval
  /** How many strategies it meets. */
  opponents: number
  /** How many of them it beats. */
  beaten: number
  /** The file that was written. */
  out: null | string
  /** Since the command began, with opening the game; 0 if not known. */
  seconds: number
}

export interface VerifyResult {
  /** Whether the checker accepts every position. */
  holds: boolean
  /** How many positions it went through. */
  checked: number
  /** What is wrong. */
  reason: null | string
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** What is played for: win, money, score or turns. */
  objective: string
  /** The policy that the table answers; null: best play. */
  against: null | string
  /** In the objective's unit; proved to lie between lower and upper. */
  value: number
  /** A proved bound. */
  lower: number
  /** A proved bound. */
  upper: number
  /** Of the rule file, in hexadecimal. */
  rules_sha256: string
  /** The table file that was read. */
  file: null | string
  /** Since the command began, with opening the game; 0 if not known. */
  seconds: number
}

export interface CheckResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** How many the game has. */
  states: number
  /** Those in which a player decides. */
  decisions: number
  /** Whether nothing differs. */
  holds: boolean
  /** What was compared with the list of states. */
  comparisons: Comparison[]
  /** Since the command began, with opening the game; 0 if not known. */
  seconds: number
}

export interface Comparison {
  /** `values`, `proof`, `best response`, `evaluation`, `distribution` or `games`. */
  what: string
  /** What is played for: win, money, score or turns. */
  objective: string
  /** Whose results; empty: best play. */
  bots: string
  /** How many numbers; 0: the family does not compute this, see `note`. */
  compared: number
  /** The largest; of games in standard errors. */
  difference: number
  /** The largest that is allowed. */
  allowed: number
  /** Whether nothing differs by more. */
  holds: boolean
  /** Where it differs, or why it was not compared; else empty. */
  note: string
}

export interface Failures {
  /** Games in which the program stopped or was stopped. */
  trap: number
  /** In which a decision used up its fuel. */
  fuel: number
  /** In which it wanted too much memory. */
  memory: number
  /** In which its answer was no legal move. */
  illegal: number
  /** In which it was not asked, after 16 forfeits in its block. */
  skipped: number
}

export interface FirstFailure {
  /** The number of the game. */
  game: number
  /** What happened. */
  text: string
}

export interface Standing {
  /** Its spec. */
  bot: string
  /** What the bot calls itself. */
  title: null | string
  /** Games that it won. */
  wins: number
  /** Wins per game; null where nobody can win. */
  win_rate: null | number
  /** Its standard error. */
  win_rate_se: null | number
  /** The mean score, in games that have one. */
  score?: number
  /** Its standard error; null for a single game. */
  score_se?: null | number
  /** Dollars per game. */
  money: number
  /** Its standard error; null for a single game. */
  money_se: null | number
  /** Games that were lost by a failure of the bot. */
  forfeits: number
  /** Built-in, Lua, table and so on. */
  kind: string
  /** Dollars in all games. */
  money_total: number
  /** By seat: games in it. */
  seat_games: number[]
  /** By seat: wins. */
  seat_wins: number[]
  /** By seat: dollars. */
  seat_money: number[]
  /** Forfeits by reason. */
  failures: Failures
  /** Null without one. */
  first_failure: FirstFailure | null
  /** From 1, by ranked_by; equal ranks are shared. */
  rank: number
}

export interface Spread {
  /** Turns, rolls, lead_changes, comeback, money or score. */
  measure: string
  /** Its index in `standings`, from 0; null for the whole game. */
  bot: null | number
  /** How many were measured. */
  games: number
  /** Of the distribution. */
  mean: number
  /** Standard error of the mean; null for a single game. */
  mean_se: null | number
  /** Standard deviation; null for a single game. */
  stdev: null | number
  /** By 5, 25, 50, …: the least value that so many per cent do not exceed. */
  percentiles: Record<string, number>
  /** The least that occurs. */
  min: number
  /** The greatest that occurs. */
  max: number
  /** Pairs of a value and its number of games. */
  counts: number[][]
}

export interface Analytics {
  /** How many were measured. */
  games: number
  /** The distributions. */
  spreads: Spread[]
  /** By bot, by other bot: games that the one ended ahead of the other. */
  ahead: number[][]
}

export interface RunResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** How many were played. */
  games: number
  /** Games that were stopped at the limit of turns. */
  unfinished: number
  /** From which all dice follow; text from 2^63 on. */
  seed: number | string
  /** Rotate or fixed: whether bots change seats from game to game. */
  seats: string
  /** Since the command began, with opening the game; 0 if not known. */
  seconds: number
  /** In the order of the bots in the request. */
  standings: Standing[]
  /** How many games were asked for. */
  asked: number
  /** Whether the work was stopped before its end. */
  stopped: boolean
  /** Games per second of the run. */
  games_per_second: number
  /** How many threads worked. */
  threads: number
  /** Step or block: whether decisions were asked for one by one; this changes no result. */
  path: string
  /** How many sit at the table. */
  players: number
  /** Over all games and seats. */
  turns: number
  /** Games or blocks: what standard errors are computed from. */
  se_from: string
  /** Whether the game is about dollars. */
  has_money: boolean
  /** The sum of all money: always 0. */
  money_sum: number
  /** Win or money. */
  ranked_by: string
  /** Null without --analytics, --csv or --html. */
  analytics: Analytics | null
}

export interface Combination {
  /** Of the combination. */
  name: string
  /** Probability that it is completed. */
  completed: number
  /** Expected dice kept; null unless it is a collect. */
  dice: null | number
  /** Expected, per game. */
  points: number
}

export interface Goods {
  /** Of the goods that are left. */
  mean: number
  /** Pairs of a number of goods and its probability. */
  pmf: number[][]
}

export interface Simulated {
  /** How many were played. */
  games: number
  /** How many were asked for. */
  asked: number
  /** From which all dice follow; text from 2^63 on. */
  seed: number | string
  /** Whether the work was stopped before its end. */
  stopped: boolean
  /** Of the distribution. */
  mean: number
  /** Standard error of the mean. */
  mean_se: number
  /** Standard deviation. */
  stdev: number
  /** Its standard error. */
  stdev_se: number
  /** By 5, 25, 50, …: the least value that so many per cent do not exceed. */
  percentiles: Record<string, number>
  /** The most likely score; the lowest if there are several. */
  mode: number
  /** The least that occurs. */
  min: number
  /** The greatest that occurs. */
  max: number
  /** Pairs of a score and its number of games. */
  counts: number[][]
  /** Games that were lost by a failure of the bot. */
  forfeits: number
  /** How many threads worked. */
  threads: number
  /** Step or block: whether decisions were asked for one by one; this changes no result. */
  path: string
  /** Since the command began, with opening the game; 0 if not known. */
  seconds: number
}

export interface StatsResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** Whose play it is. */
  bot: string
  /** Stop or go-on: what the policy does where both are equally good. */
  ties: null | string
  /** The same in a sentence. */
  tie_rule: null | string
  /** Of the exact distribution, as all that follows; null without. */
  mean: null | number
  /** Standard deviation. */
  stdev: null | number
  /** By 5, 25, 50, …: the least value that so many per cent do not exceed. */
  percentiles: null | Record<string, number>
  /** The most likely score; the lowest if there are several. */
  mode: null | number
  /** The least that occurs. */
  min: null | number
  /** The greatest that occurs. */
  max: null | number
  /** Pairs of a score and its probability, where that is not 0. */
  pmf: null | number[][]
  /** What the probabilities add up to. */
  mass: null | number
  /** The largest relative error of a probability. */
  error: null | number
  /** By row of the score sheet. */
  combinations: Combination[] | null
  /** What is left at the end. */
  goods: Goods | null
  /** Why there is no exact distribution. */
  inexact: null | string
  /** How long the exact distribution took. */
  seconds: null | number
  /** Null unless games were played. */
  simulated: Simulated | null
}

export interface Model {
  /** Such as normal_50. */
  name: string
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** Random rolls in the place of all; null for the exact model. */
  samples: null | number
  /** The score that the model expects. */
  claim: number
  /** Of what its policy scores. */
  mean: number
  /** Standard deviation. */
  stdev: number
  /** By 5, 25, 50, …: the least value that so many per cent do not exceed. */
  percentiles: Record<string, number>
  /** The most likely score; the lowest if there are several. */
  mode: number
  /** Stop or go-on. */
  ties: string
  /** Since the command began, with opening the game; 0 if not known. */
  seconds: number
}

export interface ModelsResult {
  /** Of the sampled models. */
  seed: number | string
  /** Side by side. */
  models: Model[]
}

export interface ReplayEvent {
  /** Of the record, from 1. */
  line: number
  /** The number of the turn, from 1, all seats together. */
  turn: number
  /** Whose event it is; null in a turn of nobody. */
  seat: null | number
  /** The faces. */
  roll?: number[]
  /** Its name. */
  move?: string
  /** The reason: trap, fuel, memory, illegal or skipped. */
  forfeit?: string
  /** Of a forfeit: what happened. */
  text?: null | string
  /** How many events were taken back. */
  undo?: number
  /** The position afterwards, in words. */
  state: string
}

export interface GameEnd {
  /** The seat that won; null if nobody did. */
  winner: null | number
  /** Whether the game was stopped at the limit of turns. */
  unfinished: boolean
  /** How many there were. */
  turns: number
  /** By seat. */
  scores: number[]
  /** By seat, in dollars. */
  money: number[]
}

export interface ReplayGame {
  /** Of the game, from 0. */
  number: number
  /** By seat: which player sits there. */
  in_seat: number[]
  /** In their order. */
  events: ReplayEvent[]
  /** How many events were taken back. */
  taken_back: number
  /** Whether it was played to its end. */
  finished: boolean
  /** Null unless it was. */
  end: GameEnd | null
}

export interface ReplayResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** Of the rule file, in hexadecimal. */
  rules_sha256: string
  /** Of the dice; text from 2^63 on. */
  seed: number | string
  /** Rotate or fixed: whether players change seats from game to game. */
  seats: string
  /** Seed or manual: real dice. */
  dice: string
  /** Whether the record ends in the middle of a line. */
  cut: boolean
  /** Their names. */
  players: string[]
  /** What each player rolled for the first turn; null if nobody did. */
  order: null | number[]
  /** All games of the record. */
  games: ReplayGame[]
}

export interface ReviewSeat {
  /** From 0; seat 0 moves first. */
  seat: number
  /** Who sits there. */
  player: string
  /** In the objective's unit. */
  result: number
  /** The value of the game to this seat before the first roll. */
  start: number
  /** What the dice gave the seat, above what was to be expected; the objective's unit. */
  luck: number
  /** What the seat's own decisions cost. */
  mistakes: number
  /** What the mistakes of the others gave the seat. */
  opponents_mistakes: number
  /** The result without luck. */
  adjusted: number
  /** The luck of the seat's own rolls. */
  own_luck: number
  /** Standard error of luck; 0: exact. */
  luck_error: number
  /** Standard error of mistakes; 0: exact. */
  mistakes_error: number
  /** How many rolls there were. */
  rolls: number
  /** How many decisions there were. */
  decisions: number
  /** Decisions that cost 0.02 to 0.05 of the scale. */
  inaccuracies: number
  /** Decisions that cost 0.05 to 0.1 of the scale. */
  mistaken: number
  /** Decisions that cost 0.1 of the scale or more. */
  blunders: number
  /** Whether a failure ended its game. */
  forfeited: boolean
}

export interface ReviewEvent {
  /** Roll, move or forfeit. */
  kind: string
  /** From 0; seat 0 moves first. */
  seat: number
  /** The number of the turn, from 1, all seats together. */
  turn: number
  /** Of the record, from 1. */
  line: number
  /** The position in words. */
  state: string
  /** To its seat, before; null: unknown, as what follows from it. */
  value: null | number
  /** To all seats. */
  values: (null | number)[]
  /** Of a roll: what it gave the seat. */
  luck?: number
  /** Of a move or a forfeit. */
  cost?: null | number
  /** Standard error of luck or cost; 0: exact. */
  error?: number
  /** The luck in standard deviations of such rolls; 0: too small to matter, or not known. */
  deviations?: null | number
  /** Of a roll. */
  faces?: number[]
  /** The name of the best move. */
  best?: null | string
  /** The name of the move that was made. */
  chosen?: string
  /** What the best move is worth. */
  best_value?: null | number
  /** What the chosen move is worth. */
  chosen_value?: null | number
  /** How many there were to choose from. */
  moves?: number
  /** Inaccuracy, mistake, blunder, lucky and so on; null for none. */
  word: null | string
  /** The line that `alea ask` reads. */
  position: string
}

export interface ReviewTurn {
  /** The number of the turn, from 1, all seats together. */
  turn: number
  /** From 0; seat 0 moves first. */
  seat: number
  /** Before the turn, to the seat whose turn it is. */
  value: number
  /** What the dice gave the seat, above what was to be expected; the objective's unit. */
  luck: number
  /** What the decisions of this turn cost. */
  mistakes: number
}

export interface DecisionKind {
  /** The name of the chosen move without its numbers. */
  name: string
  /** From 0; seat 0 moves first. */
  seat: number
  /** How many decisions there were. */
  decisions: number
  /** How many of them cost anything. */
  mistakes: number
  /** Of all of them. */
  cost: number
}

export interface Prospect {
  /** Of the move. */
  name: string
  /** What it is worth. */
  value: number
  /** How often the dice lead to more than the value of the other move; null if no dice follow. */
  better: null | number
  /** The mean value then. */
  better_value: null | number
  /** How often they lead to less or as much. */
  worse: null | number
  /** The mean value then. */
  worse_value: null | number
  /** What the move leads to, in words; may be empty. */
  prospect: string
}

export interface Worst {
  /** Its place in events, from 0. */
  event: number
  /** What was wrong, in sentences. */
  why: string
  /** The best move. */
  best: Prospect
  /** The move that was made. */
  chosen: Prospect
}

export interface ReviewedGame {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** The file. */
  record: null | string
  /** Of the game in the record, from 0. */
  number: number
  /** Of the game as played, players included: the same game has the same. */
  sha256: string
  /** What is played for: win, money, score or turns. */
  objective: string
  /** Whether values are proved; else they are estimated. */
  exact: boolean
  /** Null where exact. */
  why_estimated: null | string
  /** Games that each estimate is made of; null where exact. */
  rollouts: null | number
  /** The bot that plays them; null where exact. */
  policy: null | string
  /** Whether a small result is a good one. */
  less_is_better: boolean
  /** A cost of 0.02, 0.05 or 0.1 of this is an inaccuracy, a mistake, a blunder. */
  scale: number
  /** Whether it was played to its end. */
  finished: boolean
  /** By seat. */
  seats: ReviewSeat[]
  /** In their order. */
  events: ReviewEvent[]
  /** In their order. */
  turns: ReviewTurn[]
  /** Decisions by kind. */
  kinds: DecisionKind[]
  /** The decisions that cost most, the worst first. */
  worst: Worst[]
}

export interface ReviewResult {
  /** All games of all records. */
  games: ReviewedGame[]
}

export interface ContestEntry {
  /** What it calls itself. */
  name: string
  /** Where it comes from. */
  file: string
  /** Ok or disqualified. */
  status: string
  /** Why it is disqualified, as a sentence. */
  reason: null | string
  /** Why it is disqualified, as a word: syntax, answer, fuel, table, bot and so on. */
  what: null | string
  /** Whether it is a bot of the game's own or the teacher's. */
  staff: boolean
  /** How many of the others it beats. */
  matches_won: null | number
  /** From 1; bots of the game's own take nobody's place. */
  rank: null | number
  /** First, second or third. */
  award: null | string
  /** The mean rate against the others. */
  mean_rate: null | number
}

export interface Submission {
  /** That was handed in. */
  file: string
  /** Who. */
  student: null | string
  /** Of the student there. */
  id: null | string
  /** Of the student. */
  email: null | string
  /** Canvas, moodle or gradescope. */
  lms: null | string
  /** Counts, late, replaced or extra. */
  status: string
  /** Whether it is the teacher's. */
  staff: boolean
  /** UTC; null: unknown. */
  time: null | string
  /** List, gradescope, archive or file. */
  time_source: null | string
  /** Its place in entries, from 0; null if it does not count. */
  entry: null | number
}

export interface ContestResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** In the order of their files. */
  entries: ContestEntry[]
  /** Places in entries, the best first. */
  ranking: number[]
  /** By entry, by other entry: how often the one wins, over both seats. */
  rates: (null | number)[][]
  /** How far a rate can be from the true one. */
  error_bound: number
  /** Of entries that are not disqualified. */
  pairs: number
  /** Of different strategies, computed now. */
  pairs_computed: number
  /** Of different strategies, taken from the database. */
  pairs_kept: number
  /** Files that were asked for all positions now. */
  tabulated: number
  /** Files in folders whose names are not those of strategies. */
  left_out: number
  /** The version that ran the entries in Python; null: there are none. */
  python: null | string
  /** Whether the work was stopped before its end. */
  stopped: boolean
  /** What was handed in. */
  submissions: Submission[]
  /** What a teacher should look at, in sentences. */
  warnings: string[]
  /** The file that keeps results. */
  database: null | string
  /** Since the command began, with opening the game; 0 if not known. */
  seconds: number
  /** SHA-256 of the text `SEED SALT`, with --commit; else null, as the next two. */
  commitment: null | string
  /** Of the random numbers that strategies get. */
  seed: null | number
  /** 32 random hexadecimal digits, which keep the seed from being guessed. */
  salt: null | string
}

export interface RankedBot {
  /** Its spec. */
  bot: string
  /** What the bot calls itself. */
  title: null | string
  /** Built-in, Lua, table and so on. */
  kind: string
  /** From 1. */
  rank: number
  /** On the scale of Elo. */
  rating: number
  /** Of the interval at the confidence; null if nothing bounds it. */
  rating_low: null | number
  /** As rating_low. */
  rating_high: null | number
  /** Standard error of the rating; null if nothing bounds it. */
  rating_se: null | number
  /** Whether it scored everything against all others. */
  unbeaten: boolean
  /** Whether it scored nothing against all others. */
  winless: boolean
  /** Wins and halves of ties per game, the mean over its opponents; null if it met nobody. */
  rate: null | number
  /** Standard error of the rate; null if it met nobody. */
  rate_se: null | number
  /** Dollars per game; null if it met nobody. */
  money: null | number
  /** Standard error of the money per game; null if it met nobody. */
  money_se: null | number
  /** Of its interval; null if nothing bounds it. */
  money_low: null | number
  /** As money_low. */
  money_high: null | number
  /** That it played. */
  games: number
  /** Games that it won. */
  wins: number
  /** Games that were lost by a failure of the bot. */
  forfeits: number
  /** Per decision; 0 where it is not counted. */
  fuel: number
  /** Whether its play is a function of the position. */
  pure: boolean
  /** How that is known: policy, declared or tested. */
  purity: null | string
  /** The middle of its bounds. */
  exploitability: null | number
  /** What a best reply wins more than half per game, or its dollars. */
  exploitability_bounds: Bounds | null
  /** What it wins less than half against best play, or pays. */
  loss: null | number
}

export interface PairResult {
  /** The one. */
  a: string
  /** The other. */
  b: string
  /** How often a wins against b, over all seats. */
  rate: number
  /** Standard error of the rate. */
  rate_se: number
  /** Of the rate: a proved bound if exact, else of the interval of the confidence. */
  lower: number
  /** As lower. */
  upper: number
  /** Whether the rate was computed, without games. */
  exact: boolean
  /** That they played. */
  games: number
  /** Dollars per game to a. */
  money: number
  /** Standard error of the money per game. */
  money_se: number
  /** Where dollars rank, what a gains from b per game; else 0. */
  gain: number
  /** Standard error of the gain; 0 if exact. */
  gain_se: number
  /** Of the gain, as lower of the rate; null if nothing bounds it. */
  gain_lower: null | number
  /** As gain_lower. */
  gain_upper: null | number
}

export interface TournamentResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** At a table. */
  players: number
  /** Win or money: what ranks the bots. */
  objective: string
  /** Round robin, gauntlet or swiss. */
  design: string
  /** That were played. */
  games: number
  /** From which all dice follow; text from 2^63 on. */
  seed: number | string
  /** Whether it came to its end, and every two neighbours in the ranking are separated, or closer than tie. */
  certain: boolean
  /** Whether the work was stopped before its end. */
  stopped: boolean
  /** Of all intervals. */
  confidence: number
  /** The confidence in the order at which it ends; 0: it plays a fixed number of games. */
  until: number
  /** Neighbours that are closer than this, in Elo or dollars a game, count as equal. */
  tie: number
  /** Neighbours in the ranking that are not. */
  undecided: number
  /** How many are likely to stay so after a million games more. */
  undecided_after_a_million_more: number
  /** Whether the game is about dollars. */
  has_money: boolean
  /** By rank. */
  standings: RankedBot[]
  /** Who beats whom. */
  pairs: PairResult[]
  /** Bots each of which beats the next; null without. */
  cycle: null | string[]
}

export interface CompareResult {
  /** The game's canonical spec: pig(goal=100,players=2). */
  game: string
  /** The one. */
  a: string
  /** The other. */
  b: string
  /** Better, worse, equal or undecided. */
  verdict: string
  /** What a wins more often than b. */
  difference: number
  /** Of the difference: a proved bound if exact, else of an interval of 95 %. */
  lower: number
  /** As lower. */
  upper: number
  /** That were played. */
  games: number
  /** Whether it was computed, without games. */
  exact: boolean
  /** Logarithm of the likelihood ratio; 0 if exact. */
  llr: number
  /** The lower limit of the test. */
  llr_lower: number
  /** The upper limit of the test. */
  llr_upper: number
  /** How often a wins. */
  rate: number
  /** Standard error of the rate. */
  rate_se: number
  /** The difference, as normalised Elo; 0 if exact. */
  normalised_elo: number
  /** Of its interval. */
  normalised_elo_lower: number
  /** Of its interval. */
  normalised_elo_upper: number
  /** Whether luck was taken out, by exact values. */
  adjusted_for_luck: boolean
  /** Dollars per game to a. */
  money: number
  /** Standard error of the money per game. */
  money_se: number
  /** Of the money: a proved bound if exact, else of an interval of 95 %. */
  money_lower: number
  /** As money_lower. */
  money_upper: number
  /** Win or money: what the verdict and the normalised Elo are about. */
  objective: string
  /** Whether the work was stopped before its end. */
  stopped: boolean
}
