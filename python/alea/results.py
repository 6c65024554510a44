"""Results of commands. This module is made by `tools/json-reference` from src/view/json/keys.json."""
from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ._records import Record


@dataclass(frozen=True)
class Interval(Record):
    value: float
    """The middle of the two bounds"""
    lower: float
    """A proved bound"""
    upper: float
    """A proved bound"""


@dataclass(frozen=True)
class Bounds(Record):
    lower: float
    """A proved bound"""
    upper: float
    """A proved bound"""


@dataclass(frozen=True)
class SeatRange(Record):
    default: float
    """How many play unless one says otherwise"""
    min: float
    """The fewest players"""
    max: float
    """The most players"""


@dataclass(frozen=True)
class ListedGame(Record):
    name: str
    """By which specs name the game"""
    title: str
    """The name for people"""
    family: str
    """The family that the game belongs to: race, hog, despirala, tabletop or graph"""
    players: SeatRange
    """How many may play"""
    objectives: list[str]
    """What the game can be solved for"""
    played_for: str
    """The objective that is taken without --for"""
    group: str
    """Of the list of games: Score sheets"""
    value: float
    """Of best play, of the first player or the only one, for what the game is played for"""
    solve_seconds: float
    """About how long two threads take to prove the value"""
    published: str
    """Who published a value before; empty: we know of none"""


@dataclass(frozen=True)
class GamesResult(Record):
    games: list[ListedGame]
    """All games of the catalogue"""


@dataclass(frozen=True)
class Parameter(Record):
    name: str
    """As specs write it"""
    value: float | str
    """What this game has"""
    default: float | str
    """What a spec without it means"""
    one_of: list[str] | None
    """The words that it may be; then there is no min and max"""
    min: float | None
    """The least that it may be"""
    max: float | None
    """The greatest that it may be"""
    help: str
    """What it is for, in words"""


@dataclass(frozen=True)
class Key(Record):
    name: str
    """A word that `alea ask` takes before ="""
    help: str
    """What it is for, in words"""


@dataclass(frozen=True)
class SheetRow(Record):
    name: str
    """The combination"""
    dice: str
    """What it is made of"""
    points: str
    """What it scores, in words"""


@dataclass(frozen=True)
class BuiltinBot(Record):
    family: str
    """The family whose games it plays"""
    usage: str
    """How a spec names it: hold(n)"""
    help: str
    """What it is for, in words"""
    games: None | str
    """The games that it is for; null: all of the family"""


@dataclass(frozen=True)
class RulesResult(Record):
    name: str
    """By which specs name the game"""
    title: str
    """The name for people"""
    family: str
    """Race, hog, despirala, tabletop or graph"""
    spec: str
    """Canonical: pig(goal=100,players=2)"""
    rules_sha256: str
    """Of the rule file, in hexadecimal"""
    players: SeatRange
    """How many may play"""
    objectives: list[str]
    """What the game can be solved for"""
    played_for: str
    """The objective that is taken without --for"""
    text: str
    """The rules in words"""
    note: None | str
    """A remark on contests of this game"""
    parameters: list[Parameter]
    """What a spec may set"""
    keys: list[Key]
    """What a position of `alea ask` is made of"""
    sheet: list[SheetRow]
    """The rows of the score sheet; empty without one"""
    bots: list[BuiltinBot]
    """The built-in bots"""
    group: None | str
    """Of the list of games: Score sheets; null for a game that the list leaves out"""
    value: None | float
    """Of best play, of the first player or the only one, for what the game is played for; null unless all parameters have their default values"""
    solve_seconds: None | float
    """About how long two threads take to prove the value"""
    published: None | str
    """Who published a value before; empty: we know of none"""


@dataclass(frozen=True)
class SolveResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    objective: str
    """What is played for: win, money, score or turns"""
    value: float
    """To the first seat"""
    lower: float
    """A proved bound"""
    upper: float
    """A proved bound"""
    second: Interval
    """The value to the second seat"""
    seats: list[Interval]
    """With three players and more: the value to each seat, of one equilibrium; else empty"""
    epsilon: None | float
    """With three players and more: by other decisions no player gains more at the beginning of any turn; else null"""
    states: float
    """Positions that the game has"""
    stored: float
    """Positions whose value is stored"""
    width: float
    """The largest distance between the bounds of a value"""
    first_hold: None | float
    """The first turn total at which it is best to hold with nothing banked; null if the game has no such moves"""
    complete: bool
    """Whether all positions are solved"""
    rules_sha256: str
    """Of the rule file, in hexadecimal"""
    out: None | str
    """The file that was written"""
    seconds: float
    """Since the command began, with opening the game; 0 if not known"""


@dataclass(frozen=True)
class SampledResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    objective: str
    """What is played for: win, money, score or turns"""
    value: float
    """The claim"""
    lower: None
    """A sampled model has no proved bounds"""
    upper: None
    """A sampled model has no proved bounds"""
    claim: float
    """What the sampled model of --samples expects"""
    earned: float
    """What its policy earns in the true game"""
    earned_lower: float
    """A proved bound of earned"""
    earned_upper: float
    """A proved bound of earned"""
    samples: float
    """Random rolls in the place of all possible ones"""
    seed: float | str
    """Of these rolls; text from 2^63 on"""
    states: float
    """Positions that the game has"""
    stored: float
    """Positions whose value is stored"""
    width: float
    """The largest distance between the bounds of a value"""
    first_hold: None | float
    """As in a solution"""
    complete: bool
    """Whether all positions are solved"""
    rules_sha256: str
    """Of the rule file, in hexadecimal"""
    out: None | str
    """The file that was written"""
    seconds: float
    """Since the command began, with opening the game; 0 if not known"""


@dataclass(frozen=True)
class Sweep(Record):
    change: float
    """The largest change of a value in this sweep"""
    start: float
    """The value of the first position"""
    error: float
    """The largest distance from a proved value, over all turn starts"""
    differ: float
    """Positions whose move differs from that of the last sweep"""
    hold: float
    """The least turn total at which the policy holds with nothing banked; the goal if there is none"""


@dataclass(frozen=True)
class SweepsResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    goal: float
    """The score that wins"""
    epsilon: float
    """Sweeps end when no value changes by more"""
    sweeps: list[Sweep]
    """Value iteration, sweep by sweep"""


@dataclass(frozen=True)
class MoveValue(Record):
    move: str
    """Its name"""
    value: float
    """Of the position after this move, to the seat that decides"""
    lower: None | float
    """A proved bound; null for a sampled model"""
    upper: None | float
    """A proved bound; null for a sampled model"""
    cost: float
    """How much less than the best move"""


@dataclass(frozen=True)
class AskResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    objective: str
    """What is played for: win, money, score or turns"""
    against: None | str
    """The policy that the table answers; null: best play"""
    state: str
    """The position in words"""
    value: float
    """To the seat that decides, or whose turn it is"""
    lower: None | float
    """A proved bound; null for a sampled model"""
    upper: None | float
    """A proved bound; null for a sampled model"""
    best: None | str
    """The name of the best move; null where nobody decides"""
    tied: bool
    """Whether another move is as good"""
    samples: float | None
    """As in a solution"""
    seed: float | str | None
    """As in a solution"""
    moves: list[MoveValue]
    """All moves, or the best ones with --top"""
    position: str
    """The line that `alea ask` reads"""
    note: None | str
    """Why play cannot reach the position"""


@dataclass(frozen=True)
class Exact(Record):
    value: float
    """In the objective's unit, to the first bot"""
    lower: float
    """A proved bound"""
    upper: float
    """A proved bound"""
    win: Interval
    """Probability that the first bot wins"""
    loss: Interval
    """Probability that the second bot wins"""
    money: Interval | None
    """Dollars per game"""
    turns: Interval | None
    """Expected turns of a game, all seats together; null if it may never end"""
    never: Interval
    """Probability that the game never ends"""


@dataclass(frozen=True)
class EvalResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    objective: str
    """What is played for: win, money, score or turns"""
    bots: list[str]
    """Their names"""
    first: Exact
    """When the first bot moves first"""
    second: Exact
    """When it moves second"""
    mean: Exact
    """Of the two"""
    seconds: float
    """Since the command began, with opening the game; 0 if not known"""
    pure: list[None | str]
    """For each bot declared or tested, if the result relies on its answers being a function of the position"""


@dataclass(frozen=True)
class BestResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    objective: str
    """What is played for: win, money, score or turns"""
    against: str
    """The bot that is answered"""
    first: Interval
    """The best reply's value when it moves first"""
    second: Interval
    """When it moves second"""
    mean: Interval
    """Of the two"""
    reply_mean: float
    """The middle of mean"""
    exploitability: Interval
    """Mean minus the mean value of optimal play against itself"""
    states: float
    """Positions that the game has"""
    stored: float
    """Positions whose value is stored"""
    out: None | str
    """The file that was written"""
    seconds: float
    """Since the command began, with opening the game; 0 if not known"""


@dataclass(frozen=True)
class LearnPoint(Record):
    games: float
    """That the bot had learned from"""
    played: float
    """Of these, since the last point"""
    win_rate: None | float
    """How often it won these, exploring; null before the first game"""
    win_rate_se: None | float
    """Its standard error"""
    exact: Interval | None
    """The value of the frozen policy against its opponent, on average over the seats, or alone; null if the opponent learns too or has no exact results"""
    loss: Interval | None
    """How much less the policy gets against optimal play than optimal play itself"""
    exploitability: Interval | None
    """What a best response gains against it; null in games for one player"""


@dataclass(frozen=True)
class Learner(Record):
    bot: str
    """Its name"""
    against: None | str
    """The name of the first opponent; null in games for one player"""
    games: float
    """That it learned from, in all"""
    resumed: float
    """Of these, those that the state file held already"""
    stopped: bool
    """Whether the work was stopped before its end"""
    has_exact: bool
    """Whether there are exact results"""
    inexact: None | str
    """Why there are none, or why some are null"""
    forfeits: float
    """Games that were lost by a failure of the bot"""
    failure: None | str
    """The reason of the first forfeit"""
    points: list[LearnPoint]
    """Before the first game, after 1,000, 2,000, 4,000, … and at the end"""


@dataclass(frozen=True)
class LearnResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    objective: str
    """What is played for: win, money, score or turns"""
    seed: float | str
    """Of the dice"""
    seats: str
    """Rotate or fixed"""
    learners: list[Learner]
    """Each in a match of its own"""
    seconds: float
    """Since the command began, with opening the game; 0 if not known"""


@dataclass(frozen=True)
class ScoresOnlyResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    objective: str
    """Win"""
    against: str
    """In words"""
    scores_only: bool
    """True: a strategy of the two scores alone, from --scores-only"""
    proved: bool
    """Whether no such strategy is better"""
    starts: float
    """How many searches there were; 0 if proved"""
    best_start: float
    """The first search that led to it, from 0; 0 if proved"""
    mean: Interval
    """How often it wins"""
    ceiling: Interval
    """How often best play wins that also sees all that the game remembers, and whom it meets"""
    opponents: float
    """How many strategies it meets"""
    beaten: float
    """How many of them it beats"""
    out: None | str
    """The file that was written"""
    seconds: float
    """Since the command began, with opening the game; 0 if not known"""


@dataclass(frozen=True)
class VerifyResult(Record):
    holds: bool
    """Whether the checker accepts every position"""
    checked: float
    """How many positions it went through"""
    reason: None | str
    """What is wrong"""
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    objective: str
    """What is played for: win, money, score or turns"""
    against: None | str
    """The policy that the table answers; null: best play"""
    value: float
    """In the objective's unit; proved to lie between lower and upper"""
    lower: float
    """A proved bound"""
    upper: float
    """A proved bound"""
    rules_sha256: str
    """Of the rule file, in hexadecimal"""
    file: None | str
    """The table file that was read"""
    seconds: float
    """Since the command began, with opening the game; 0 if not known"""


@dataclass(frozen=True)
class CheckResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    states: float
    """How many the game has"""
    decisions: float
    """Those in which a player decides"""
    holds: bool
    """Whether nothing differs"""
    comparisons: list[Comparison]
    """What was compared with the list of states"""
    seconds: float
    """Since the command began, with opening the game; 0 if not known"""


@dataclass(frozen=True)
class Comparison(Record):
    what: str
    """`values`, `proof`, `best response`, `evaluation`, `distribution` or `games`"""
    objective: str
    """What is played for: win, money, score or turns"""
    bots: str
    """Whose results; empty: best play"""
    compared: float
    """How many numbers; 0: the family does not compute this, see `note`"""
    difference: float
    """The largest; of games in standard errors"""
    allowed: float
    """The largest that is allowed"""
    holds: bool
    """Whether nothing differs by more"""
    note: str
    """Where it differs, or why it was not compared; else empty"""


@dataclass(frozen=True)
class Failures(Record):
    trap: float
    """Games in which the program stopped or was stopped"""
    fuel: float
    """In which a decision used up its fuel"""
    memory: float
    """In which it wanted too much memory"""
    illegal: float
    """In which its answer was no legal move"""
    skipped: float
    """In which it was not asked, after 16 forfeits in its block"""


@dataclass(frozen=True)
class FirstFailure(Record):
    game: float
    """The number of the game"""
    text: str
    """What happened"""


@dataclass(frozen=True)
class Standing(Record):
    bot: str
    """Its spec"""
    title: None | str
    """What the bot calls itself"""
    wins: float
    """Games that it won"""
    win_rate: None | float
    """Wins per game; null where nobody can win"""
    win_rate_se: None | float
    """Its standard error"""
    score: float | None
    """The mean score, in games that have one"""
    score_se: None | float
    """Its standard error; null for a single game"""
    money: float
    """Dollars per game"""
    money_se: None | float
    """Its standard error; null for a single game"""
    forfeits: float
    """Games that were lost by a failure of the bot"""
    kind: str
    """Built-in, Lua, table and so on"""
    money_total: float
    """Dollars in all games"""
    seat_games: list[float]
    """By seat: games in it"""
    seat_wins: list[float]
    """By seat: wins"""
    seat_money: list[float]
    """By seat: dollars"""
    failures: Failures
    """Forfeits by reason"""
    first_failure: FirstFailure | None
    """Null without one"""
    rank: float
    """From 1, by ranked_by; equal ranks are shared"""


@dataclass(frozen=True)
class Spread(Record):
    measure: str
    """Turns, rolls, lead_changes, comeback, money or score"""
    bot: None | float
    """Its index in `standings`, from 0; null for the whole game"""
    games: float
    """How many were measured"""
    mean: float
    """Of the distribution"""
    mean_se: None | float
    """Standard error of the mean; null for a single game"""
    stdev: None | float
    """Standard deviation; null for a single game"""
    percentiles: dict[str, float]
    """By 5, 25, 50, …: the least value that so many per cent do not exceed"""
    min: float
    """The least that occurs"""
    max: float
    """The greatest that occurs"""
    counts: list[list[float]]
    """Pairs of a value and its number of games"""


@dataclass(frozen=True)
class Analytics(Record):
    games: float
    """How many were measured"""
    spreads: list[Spread]
    """The distributions"""
    ahead: list[list[float]]
    """By bot, by other bot: games that the one ended ahead of the other"""


@dataclass(frozen=True)
class RunResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    games: float
    """How many were played"""
    unfinished: float
    """Games that were stopped at the limit of turns"""
    seed: float | str
    """From which all dice follow; text from 2^63 on"""
    seats: str
    """Rotate or fixed: whether bots change seats from game to game"""
    seconds: float
    """Since the command began, with opening the game; 0 if not known"""
    standings: list[Standing]
    """In the order of the bots in the request"""
    asked: float
    """How many games were asked for"""
    stopped: bool
    """Whether the work was stopped before its end"""
    games_per_second: float
    """Games per second of the run"""
    threads: float
    """How many threads worked"""
    path: str
    """Step or block: whether decisions were asked for one by one; this changes no result"""
    players: float
    """How many sit at the table"""
    turns: float
    """Over all games and seats"""
    se_from: str
    """Games or blocks: what standard errors are computed from"""
    has_money: bool
    """Whether the game is about dollars"""
    money_sum: float
    """The sum of all money: always 0"""
    ranked_by: str
    """Win or money"""
    analytics: Analytics | None
    """Null without --analytics, --csv or --html"""


@dataclass(frozen=True)
class Combination(Record):
    name: str
    """Of the combination"""
    completed: float
    """Probability that it is completed"""
    dice: None | float
    """Expected dice kept; null unless it is a collect"""
    points: float
    """Expected, per game"""


@dataclass(frozen=True)
class Goods(Record):
    mean: float
    """Of the goods that are left"""
    pmf: list[list[float]]
    """Pairs of a number of goods and its probability"""


@dataclass(frozen=True)
class Simulated(Record):
    games: float
    """How many were played"""
    asked: float
    """How many were asked for"""
    seed: float | str
    """From which all dice follow; text from 2^63 on"""
    stopped: bool
    """Whether the work was stopped before its end"""
    mean: float
    """Of the distribution"""
    mean_se: float
    """Standard error of the mean"""
    stdev: float
    """Standard deviation"""
    stdev_se: float
    """Its standard error"""
    percentiles: dict[str, float]
    """By 5, 25, 50, …: the least value that so many per cent do not exceed"""
    mode: float
    """The most likely score; the lowest if there are several"""
    min: float
    """The least that occurs"""
    max: float
    """The greatest that occurs"""
    counts: list[list[float]]
    """Pairs of a score and its number of games"""
    forfeits: float
    """Games that were lost by a failure of the bot"""
    threads: float
    """How many threads worked"""
    path: str
    """Step or block: whether decisions were asked for one by one; this changes no result"""
    seconds: float
    """Since the command began, with opening the game; 0 if not known"""


@dataclass(frozen=True)
class StatsResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    bot: str
    """Whose play it is"""
    ties: None | str
    """Stop or go-on: what the policy does where both are equally good"""
    tie_rule: None | str
    """The same in a sentence"""
    mean: None | float
    """Of the exact distribution, as all that follows; null without"""
    stdev: None | float
    """Standard deviation"""
    percentiles: None | dict[str, float]
    """By 5, 25, 50, …: the least value that so many per cent do not exceed"""
    mode: None | float
    """The most likely score; the lowest if there are several"""
    min: None | float
    """The least that occurs"""
    max: None | float
    """The greatest that occurs"""
    pmf: None | list[list[float]]
    """Pairs of a score and its probability, where that is not 0"""
    mass: None | float
    """What the probabilities add up to"""
    error: None | float
    """The largest relative error of a probability"""
    combinations: list[Combination] | None
    """By row of the score sheet"""
    goods: Goods | None
    """What is left at the end"""
    inexact: None | str
    """Why there is no exact distribution"""
    seconds: None | float
    """How long the exact distribution took"""
    simulated: Simulated | None
    """Null unless games were played"""


@dataclass(frozen=True)
class Model(Record):
    name: str
    """Such as normal_50"""
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    samples: None | float
    """Random rolls in the place of all; null for the exact model"""
    claim: float
    """The score that the model expects"""
    mean: float
    """Of what its policy scores"""
    stdev: float
    """Standard deviation"""
    percentiles: dict[str, float]
    """By 5, 25, 50, …: the least value that so many per cent do not exceed"""
    mode: float
    """The most likely score; the lowest if there are several"""
    ties: str
    """Stop or go-on"""
    seconds: float
    """Since the command began, with opening the game; 0 if not known"""


@dataclass(frozen=True)
class ModelsResult(Record):
    seed: float | str
    """Of the sampled models"""
    models: list[Model]
    """Side by side"""


@dataclass(frozen=True)
class ReplayEvent(Record):
    line: float
    """Of the record, from 1"""
    turn: float
    """The number of the turn, from 1, all seats together"""
    seat: None | float
    """Whose event it is; null in a turn of nobody"""
    roll: list[float] | None
    """The faces"""
    move: str | None
    """Its name"""
    forfeit: str | None
    """The reason: trap, fuel, memory, illegal or skipped"""
    text: None | str
    """Of a forfeit: what happened"""
    undo: float | None
    """How many events were taken back"""
    state: str
    """The position afterwards, in words"""


@dataclass(frozen=True)
class GameEnd(Record):
    winner: None | float
    """The seat that won; null if nobody did"""
    unfinished: bool
    """Whether the game was stopped at the limit of turns"""
    turns: float
    """How many there were"""
    scores: list[float]
    """By seat"""
    money: list[float]
    """By seat, in dollars"""


@dataclass(frozen=True)
class ReplayGame(Record):
    number: float
    """Of the game, from 0"""
    in_seat: list[float]
    """By seat: which player sits there"""
    events: list[ReplayEvent]
    """In their order"""
    taken_back: float
    """How many events were taken back"""
    finished: bool
    """Whether it was played to its end"""
    end: GameEnd | None
    """Null unless it was"""


@dataclass(frozen=True)
class ReplayResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    rules_sha256: str
    """Of the rule file, in hexadecimal"""
    seed: float | str
    """Of the dice; text from 2^63 on"""
    seats: str
    """Rotate or fixed: whether players change seats from game to game"""
    dice: str
    """Seed or manual: real dice"""
    cut: bool
    """Whether the record ends in the middle of a line"""
    players: list[str]
    """Their names"""
    order: None | list[float]
    """What each player rolled for the first turn; null if nobody did"""
    games: list[ReplayGame]
    """All games of the record"""


@dataclass(frozen=True)
class ReviewSeat(Record):
    seat: float
    """From 0; seat 0 moves first"""
    player: str
    """Who sits there"""
    result: float
    """In the objective's unit"""
    start: float
    """The value of the game to this seat before the first roll"""
    luck: float
    """What the dice gave the seat, above what was to be expected; the objective's unit"""
    mistakes: float
    """What the seat's own decisions cost"""
    opponents_mistakes: float
    """What the mistakes of the others gave the seat"""
    adjusted: float
    """The result without luck"""
    own_luck: float
    """The luck of the seat's own rolls"""
    luck_error: float
    """Standard error of luck; 0: exact"""
    mistakes_error: float
    """Standard error of mistakes; 0: exact"""
    rolls: float
    """How many rolls there were"""
    decisions: float
    """How many decisions there were"""
    inaccuracies: float
    """Decisions that cost 0.02 to 0.05 of the scale"""
    mistaken: float
    """Decisions that cost 0.05 to 0.1 of the scale"""
    blunders: float
    """Decisions that cost 0.1 of the scale or more"""
    forfeited: bool
    """Whether a failure ended its game"""


@dataclass(frozen=True)
class ReviewEvent(Record):
    kind: str
    """Roll, move or forfeit"""
    seat: float
    """From 0; seat 0 moves first"""
    turn: float
    """The number of the turn, from 1, all seats together"""
    line: float
    """Of the record, from 1"""
    state: str
    """The position in words"""
    value: None | float
    """To its seat, before; null: unknown, as what follows from it"""
    values: list[None | float]
    """To all seats"""
    luck: float | None
    """Of a roll: what it gave the seat"""
    cost: None | float
    """Of a move or a forfeit"""
    error: float | None
    """Standard error of luck or cost; 0: exact"""
    deviations: None | float
    """The luck in standard deviations of such rolls; 0: too small to matter, or not known"""
    faces: list[float] | None
    """Of a roll"""
    best: None | str
    """The name of the best move"""
    chosen: str | None
    """The name of the move that was made"""
    best_value: None | float
    """What the best move is worth"""
    chosen_value: None | float
    """What the chosen move is worth"""
    moves: float | None
    """How many there were to choose from"""
    word: None | str
    """Inaccuracy, mistake, blunder, lucky and so on; null for none"""
    position: str
    """The line that `alea ask` reads"""


@dataclass(frozen=True)
class ReviewTurn(Record):
    turn: float
    """The number of the turn, from 1, all seats together"""
    seat: float
    """From 0; seat 0 moves first"""
    value: float
    """Before the turn, to the seat whose turn it is"""
    luck: float
    """What the dice gave the seat, above what was to be expected; the objective's unit"""
    mistakes: float
    """What the decisions of this turn cost"""


@dataclass(frozen=True)
class DecisionKind(Record):
    name: str
    """The name of the chosen move without its numbers"""
    seat: float
    """From 0; seat 0 moves first"""
    decisions: float
    """How many decisions there were"""
    mistakes: float
    """How many of them cost anything"""
    cost: float
    """Of all of them"""


@dataclass(frozen=True)
class Prospect(Record):
    name: str
    """Of the move"""
    value: float
    """What it is worth"""
    better: None | float
    """How often the dice lead to more than the value of the other move; null if no dice follow"""
    better_value: None | float
    """The mean value then"""
    worse: None | float
    """How often they lead to less or as much"""
    worse_value: None | float
    """The mean value then"""
    prospect: str
    """What the move leads to, in words; may be empty"""


@dataclass(frozen=True)
class Worst(Record):
    event: float
    """Its place in events, from 0"""
    why: str
    """What was wrong, in sentences"""
    best: Prospect
    """The best move"""
    chosen: Prospect
    """The move that was made"""


@dataclass(frozen=True)
class ReviewedGame(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    record: None | str
    """The file"""
    number: float
    """Of the game in the record, from 0"""
    sha256: str
    """Of the game as played, players included: the same game has the same"""
    objective: str
    """What is played for: win, money, score or turns"""
    exact: bool
    """Whether values are proved; else they are estimated"""
    why_estimated: None | str
    """Null where exact"""
    rollouts: None | float
    """Games that each estimate is made of; null where exact"""
    policy: None | str
    """The bot that plays them; null where exact"""
    less_is_better: bool
    """Whether a small result is a good one"""
    scale: float
    """A cost of 0.02, 0.05 or 0.1 of this is an inaccuracy, a mistake, a blunder"""
    finished: bool
    """Whether it was played to its end"""
    seats: list[ReviewSeat]
    """By seat"""
    events: list[ReviewEvent]
    """In their order"""
    turns: list[ReviewTurn]
    """In their order"""
    kinds: list[DecisionKind]
    """Decisions by kind"""
    worst: list[Worst]
    """The decisions that cost most, the worst first"""


@dataclass(frozen=True)
class ReviewResult(Record):
    games: list[ReviewedGame]
    """All games of all records"""


@dataclass(frozen=True)
class ContestEntry(Record):
    name: str
    """What it calls itself"""
    file: str
    """Where it comes from"""
    status: str
    """Ok or disqualified"""
    reason: None | str
    """Why it is disqualified, as a sentence"""
    what: None | str
    """Why it is disqualified, as a word: syntax, answer, fuel, table, bot and so on"""
    staff: bool
    """Whether it is a bot of the game's own or the teacher's"""
    matches_won: None | float
    """How many of the others it beats"""
    rank: None | float
    """From 1; bots of the game's own take nobody's place"""
    award: None | str
    """First, second or third"""
    mean_rate: None | float
    """The mean rate against the others"""


@dataclass(frozen=True)
class Submission(Record):
    file: str
    """That was handed in"""
    student: None | str
    """Who"""
    id: None | str
    """Of the student there"""
    email: None | str
    """Of the student"""
    lms: None | str
    """Canvas, moodle or gradescope"""
    status: str
    """Counts, late, replaced or extra"""
    staff: bool
    """Whether it is the teacher's"""
    time: None | str
    """UTC; null: unknown"""
    time_source: None | str
    """List, gradescope, archive or file"""
    entry: None | float
    """Its place in entries, from 0; null if it does not count"""


@dataclass(frozen=True)
class ContestResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    entries: list[ContestEntry]
    """In the order of their files"""
    ranking: list[float]
    """Places in entries, the best first"""
    rates: list[list[None | float]]
    """By entry, by other entry: how often the one wins, over both seats"""
    error_bound: float
    """How far a rate can be from the true one"""
    pairs: float
    """Of entries that are not disqualified"""
    pairs_computed: float
    """Of different strategies, computed now"""
    pairs_kept: float
    """Of different strategies, taken from the database"""
    tabulated: float
    """Files that were asked for all positions now"""
    left_out: float
    """Files in folders whose names are not those of strategies"""
    python: None | str
    """The version that ran the entries in Python; null: there are none"""
    stopped: bool
    """Whether the work was stopped before its end"""
    submissions: list[Submission]
    """What was handed in"""
    warnings: list[str]
    """What a teacher should look at, in sentences"""
    database: None | str
    """The file that keeps results"""
    seconds: float
    """Since the command began, with opening the game; 0 if not known"""
    commitment: None | str
    """SHA-256 of the text `SEED SALT`, with --commit; else null, as the next two"""
    seed: None | float
    """Of the random numbers that strategies get"""
    salt: None | str
    """32 random hexadecimal digits, which keep the seed from being guessed"""


@dataclass(frozen=True)
class RankedBot(Record):
    bot: str
    """Its spec"""
    title: None | str
    """What the bot calls itself"""
    kind: str
    """Built-in, Lua, table and so on"""
    rank: float
    """From 1"""
    rating: float
    """On the scale of Elo"""
    rating_low: None | float
    """Of the interval at the confidence; null if nothing bounds it"""
    rating_high: None | float
    """As rating_low"""
    rating_se: None | float
    """Standard error of the rating; null if nothing bounds it"""
    unbeaten: bool
    """Whether it scored everything against all others"""
    winless: bool
    """Whether it scored nothing against all others"""
    rate: None | float
    """Wins and halves of ties per game, the mean over its opponents; null if it met nobody"""
    rate_se: None | float
    """Standard error of the rate; null if it met nobody"""
    money: None | float
    """Dollars per game; null if it met nobody"""
    money_se: None | float
    """Standard error of the money per game; null if it met nobody"""
    money_low: None | float
    """Of its interval; null if nothing bounds it"""
    money_high: None | float
    """As money_low"""
    games: float
    """That it played"""
    wins: float
    """Games that it won"""
    forfeits: float
    """Games that were lost by a failure of the bot"""
    fuel: float
    """Per decision; 0 where it is not counted"""
    pure: bool
    """Whether its play is a function of the position"""
    purity: None | str
    """How that is known: policy, declared or tested"""
    exploitability: None | float
    """The middle of its bounds"""
    exploitability_bounds: Bounds | None
    """What a best reply wins more than half per game, or its dollars"""
    loss: None | float
    """What it wins less than half against best play, or pays"""


@dataclass(frozen=True)
class PairResult(Record):
    a: str
    """The one"""
    b: str
    """The other"""
    rate: float
    """How often a wins against b, over all seats"""
    rate_se: float
    """Standard error of the rate"""
    lower: float
    """Of the rate: a proved bound if exact, else of the interval of the confidence"""
    upper: float
    """As lower"""
    exact: bool
    """Whether the rate was computed, without games"""
    games: float
    """That they played"""
    money: float
    """Dollars per game to a"""
    money_se: float
    """Standard error of the money per game"""
    gain: float
    """Where dollars rank, what a gains from b per game; else 0"""
    gain_se: float
    """Standard error of the gain; 0 if exact"""
    gain_lower: None | float
    """Of the gain, as lower of the rate; null if nothing bounds it"""
    gain_upper: None | float
    """As gain_lower"""


@dataclass(frozen=True)
class TournamentResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    players: float
    """At a table"""
    objective: str
    """Win or money: what ranks the bots"""
    design: str
    """Round robin, gauntlet or swiss"""
    games: float
    """That were played"""
    seed: float | str
    """From which all dice follow; text from 2^63 on"""
    certain: bool
    """Whether it came to its end, and every two neighbours in the ranking are separated, or closer than tie"""
    stopped: bool
    """Whether the work was stopped before its end"""
    confidence: float
    """Of all intervals"""
    until: float
    """The confidence in the order at which it ends; 0: it plays a fixed number of games"""
    tie: float
    """Neighbours that are closer than this, in Elo or dollars a game, count as equal"""
    undecided: float
    """Neighbours in the ranking that are not"""
    undecided_after_a_million_more: float
    """How many are likely to stay so after a million games more"""
    has_money: bool
    """Whether the game is about dollars"""
    standings: list[RankedBot]
    """By rank"""
    pairs: list[PairResult]
    """Who beats whom"""
    cycle: None | list[str]
    """Bots each of which beats the next; null without"""


@dataclass(frozen=True)
class CompareResult(Record):
    game: str
    """The game's canonical spec: pig(goal=100,players=2)"""
    a: str
    """The one"""
    b: str
    """The other"""
    verdict: str
    """Better, worse, equal or undecided"""
    difference: float
    """What a wins more often than b"""
    lower: float
    """Of the difference: a proved bound if exact, else of an interval of 95 %"""
    upper: float
    """As lower"""
    games: float
    """That were played"""
    exact: bool
    """Whether it was computed, without games"""
    llr: float
    """Logarithm of the likelihood ratio; 0 if exact"""
    llr_lower: float
    """The lower limit of the test"""
    llr_upper: float
    """The upper limit of the test"""
    rate: float
    """How often a wins"""
    rate_se: float
    """Standard error of the rate"""
    normalised_elo: float
    """The difference, as normalised Elo; 0 if exact"""
    normalised_elo_lower: float
    """Of its interval"""
    normalised_elo_upper: float
    """Of its interval"""
    adjusted_for_luck: bool
    """Whether luck was taken out, by exact values"""
    money: float
    """Dollars per game to a"""
    money_se: float
    """Standard error of the money per game"""
    money_lower: float
    """Of the money: a proved bound if exact, else of an interval of 95 %"""
    money_upper: float
    """As money_lower"""
    objective: str
    """Win or money: what the verdict and the normalised Elo are about"""
    stopped: bool
    """Whether the work was stopped before its end"""


ListedGame._inner = {"players": SeatRange}
GamesResult._inner = {"games": ListedGame}
GamesResult._table = "games"
RulesResult._inner = {"players": SeatRange, "parameters": Parameter, "keys": Key, "sheet": SheetRow, "bots": BuiltinBot}
RulesResult._table = "parameters"
SolveResult._inner = {"second": Interval, "seats": Interval}
SolveResult._table = "seats"
SweepsResult._inner = {"sweeps": Sweep}
SweepsResult._table = "sweeps"
AskResult._inner = {"moves": MoveValue}
AskResult._table = "moves"
Exact._inner = {"win": Interval, "loss": Interval, "money": Interval, "turns": Interval, "never": Interval}
EvalResult._inner = {"first": Exact, "second": Exact, "mean": Exact}
BestResult._inner = {"first": Interval, "second": Interval, "mean": Interval, "exploitability": Interval}
LearnPoint._inner = {"exact": Interval, "loss": Interval, "exploitability": Interval}
Learner._inner = {"points": LearnPoint}
Learner._table = "points"
LearnResult._inner = {"learners": Learner}
LearnResult._table = "learners"
ScoresOnlyResult._inner = {"mean": Interval, "ceiling": Interval}
CheckResult._inner = {"comparisons": Comparison}
CheckResult._table = "comparisons"
Standing._inner = {"failures": Failures, "first_failure": FirstFailure}
Analytics._inner = {"spreads": Spread}
Analytics._table = "spreads"
RunResult._inner = {"standings": Standing, "analytics": Analytics}
RunResult._table = "standings"
StatsResult._inner = {"combinations": Combination, "goods": Goods, "simulated": Simulated}
StatsResult._table = "combinations"
ModelsResult._inner = {"models": Model}
ModelsResult._table = "models"
ReplayGame._inner = {"events": ReplayEvent, "end": GameEnd}
ReplayGame._table = "events"
ReplayResult._inner = {"games": ReplayGame}
ReplayResult._table = "games"
Worst._inner = {"best": Prospect, "chosen": Prospect}
ReviewedGame._inner = {"seats": ReviewSeat, "events": ReviewEvent, "turns": ReviewTurn, "kinds": DecisionKind, "worst": Worst}
ReviewedGame._table = "seats"
ReviewResult._inner = {"games": ReviewedGame}
ReviewResult._table = "games"
ContestResult._inner = {"entries": ContestEntry, "submissions": Submission}
ContestResult._table = "entries"
RankedBot._inner = {"exploitability_bounds": Bounds}
TournamentResult._inner = {"standings": RankedBot, "pairs": PairResult}
TournamentResult._table = "standings"
