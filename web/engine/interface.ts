/** The engine of alea: what a page asks it, and what it answers.
 *
 *      import { open } from './alea.mjs'
 *      const engine = await open()
 *      const solution = await engine.call({ do: 'solve', game: 'pig(goal=50)' })
 *      console.log(solution.value)
 *      engine.close()
 *
 *  A request is an object. `do` names a command of the command line (`alea help`) or one of the requests that only pages need
 *  (`play.…`, `map`, `catalogue`, …). The other keys are the operands and the long options of that command:
 *
 *      alea run pig 'hold(20)' mine.lua --games 1000 --seed 7 --json
 *      { do: 'run', game: 'pig', bots: ['hold(20)', 'mine.lua'], games: 1000, seed: 7, files: { 'mine.lua': '…' } }
 *
 *  An option without a value is `true`; one that may be given several times takes an array. Numbers may be numbers or text.
 *  The answer is the object that the command prints with `--json`; docs/json.md has its keys. A key that is no operand or option of the command is an error.
 *
 *  Every result equals that of the native program bit for bit, except for `seconds`, `threads`, `path` and what is derived
 *  from them. */

export interface Engine {
    /** Answers one request. Requests wait for each other, in the order in which they were made. Rejects with an EngineError. A
     *  request whose signal is aborted, before or while it is answered, rejects with `signal.reason` (a DOMException `AbortError`
     *  by default). */
    call<D extends keyof Requests>(request: { do: D } & Requests[D], options?: CallOptions): Promise<Answers[D]>;
    call(request: { do: string; [key: string]: unknown }, options?: CallOptions): Promise<object>;
    /** Ends the worker. Requests that are not answered reject. */
    close(): void;
    /** How many threads work on a request, at least 1. */
    readonly threads: number;
}

export interface CallOptions {
    /** Stops the work. Within an isolated page and in Node a flag in shared memory stops it in a few milliseconds; otherwise
     *  the worker is ended and a new one is started. Open games (`play.…`) are kept in either case. */
    signal?: AbortSignal;
    /** With `keep`, a `run` or `stats` that is stopped gives the games played so far, with `stopped: true`, where memory can be
     *  shared. */
    keep?: boolean;
    /** Called at most ten times a second. */
    progress?: (progress: Progress) => void;
}

export interface Progress {
    done: number;
    total: number;
    /** The unit of the counts: `games`, `positions`, … */
    unit: string;
}

/** What a request that failed rejects with. `message` is one or more whole sentences that name place and remedy. */
export interface EngineError extends Error {
    name: "EngineError";
    /** A status of `include/alea/status.h` without its prefix, such as `E_RULES`, `E_SPEC`, `E_UNKNOWN`, `E_RANGE`, `E_USAGE`,
     *  `E_REFUSED`; `NO` for a command whose answer is no; `CRASHED` if the engine itself failed and has been started anew. */
    status: string;
    /** Where a rule file, a bot or a record is wrong: `rules.lua`, 12, 0. Empty and 0 if there is no such place. */
    file: string;
    line: number;
    column: number;
}

/** Compiles the engine and starts it in a worker. `base` is the address of the folder with `alea.wasm` and its other
 *  files; by default the one of `alea.mjs`. `threads` is how many shall work on a request, by default one for each processor, at most
 *  16; there is one where memory cannot be shared (in pages that are not cross-origin isolated), and where threads
 *  cannot be started. */
export type Open = (options?: { base?: string | URL; threads?: number }) => Promise<Engine>;
export declare const open: Open;

/* ---- what many requests have ---- */

/** Files that the request may name: rule files, Lua bots, tables in CSV, records. They exist during this call only. */
export type Files = { [name: string]: string | Uint8Array };

export interface Common {
    files?: Files;
}

export interface OfGame extends Common {
    /** `pig`, `pig(goal=50)`. With `rules`: any name, such as `mine` or `mine(goal=50)`, which messages use; default `rules`. */
    game?: string;
    /** The text of a rule file, which replaces a built-in one. `{ game: 'mine(goal=50)', rules }` is what `alea …
     *  'mine.lua(goal=50)'` is on the command line. */
    rules?: string;
}

export type Objective = "win" | "money" | "score" | "turns";
/** A whole number; text from 2^53 on. */
export type Whole = number | string;
/** An object that the command prints with --json: its type is in results.ts, such as SolveResult for `solve`; docs/json.md has all keys. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type Printed = { [key: string]: any };

/** Requests, with their keys beside `do`. Those marked *later* do not exist yet. */
export interface Requests {
    /* ---- commands ---- */
    /** One game, `alea games GAME`: rules in words, parameters, objectives, keys, bots. Without game and rules: all games. */
    games: OfGame;
    solve: OfGame & {
        for?: Objective;
        tolerance?: number;
        samples?: number;
        seed?: Whole;
        sweeps?: boolean;
        epsilon?: number;
        other?: number;
        memory?: number;
        states?: number;
    };
    /** `position`: KEY=VALUE words, as `alea ask` takes them: ['scores=20,35', 'turn=12'], or one text of them. */
    ask: OfGame & { position: string[] | string; for?: Objective; top?: number; bot?: string };
    eval: OfGame & { bots: string[]; for?: Objective };
    best: OfGame & { bots: string[]; for?: Objective };
    learn: OfGame & {
        bots: string[];
        against?: string[];
        games?: Whole;
        seed?: Whole;
        seats?: "rotate" | "fixed";
        for?: Objective;
    };
    run: OfGame & {
        bots: string[];
        games?: Whole;
        seed?: Whole;
        seats?: "rotate" | "fixed";
        path?: "block" | "step";
        analytics?: boolean;
        fuel?: Whole;
        memory?: number;
    };
    stats: OfGame & { bots: string[]; [option: string]: unknown };
    /** `record`: the text of a record (JSON Lines), or several. As with --no-keep: there is no notebook. */
    review: Common & {
        record: string | string[];
        for?: Objective;
        games?: Whole;
        seat?: string;
        estimate?: boolean;
        rollouts?: number;
        policy?: string;
    };
    replay: Common & { record: string; game?: Whole; "taken-back"?: boolean };
    /** Strategies in Lua and CSV against each other: `entries` are names in `files`. */
    contest: OfGame & { entries: string[]; [option: string]: unknown };
    tournament: OfGame & { bots: string[]; [option: string]: unknown };
    compare: OfGame & { bots: string[]; [option: string]: unknown };

    /* ---- beyond the command line ---- */
    /** Opens the game of a rule text and checks it; answers like `games` for one game. For editors: fast, no solving. Errors
     *  carry file and line, and the column if known. */
    rules: OfGame & { check?: boolean; small?: string };
    /** Solves, and has the independent checker prove the table: the object of `alea verify --json`. */
    verify: OfGame & { for?: Objective; tolerance?: number };
    catalogue: Common;
    version: Common;

    "play.open": PlayOpen;
    "play.restore": PlayRestore;
    "play.state": PlayIn;
    /** A bot that fails, such as one whose program stops, forfeits. If something else fails, the request is refused with its
     *  reason, the game is unchanged, and the step can be requested again. */
    "play.step": PlayIn & { faces?: number[] };
    "play.choose": PlayIn & { move: number };
    "play.undo": PlayIn & { seat?: number };
    "play.forfeit": PlayIn;
    "play.hint": PlayIn;
    "play.events": PlayIn & { from?: number };
    "play.close": PlayIn;

    map: OfGame & {
        bot?: string;
        second?: string;
        for?: Objective;
        kind?: MapKind;
        other?: number;
        memory?: number;
        step?: number;
    };

    /** Opens a bot for a game of so many players, and closes it. */
    bot: OfGame & { bot: string; players?: number };

    "match.open": MatchOpen;
    "match.next": MatchNext;
    "match.close": { id: number };
}

export interface Answers {
    games: Printed;
    solve: Printed;
    ask: Printed;
    eval: Printed;
    best: Printed;
    learn: Printed;
    run: Printed;
    stats: Printed;
    review: Printed;
    replay: Printed;
    contest: Printed;
    tournament: Printed;
    compare: Printed;
    rules: Printed;
    verify: Printed;
    catalogue: { games: Printed[] };
    version: { version: string };
    "play.open": PlayState;
    "play.restore": PlayState;
    "play.state": PlayState;
    "play.step": PlayState;
    "play.choose": PlayState;
    "play.undo": PlayState;
    "play.forfeit": PlayState;
    "play.hint": PlayHint;
    "play.events": { events: PlayEvent[] };
    "play.close": { closed: boolean };
    map: GameMap;
    /** The bot's name, or a sentence that says why it cannot play. A game that cannot be opened is refused. */
    bot: { name: string | null; why: string | null };
    "match.open": MatchBatch;
    "match.next": MatchBatch;
    "match.close": { closed: boolean };
}

/* ---- the catalogue ----
   { do: 'catalogue' } answers { games }, each as { do: 'games', game } prints it: name, title, family, spec, players,
   objectives, played_for, text, note, parameters (name, value, default, min and max or one_of, help), keys, sheet, bots
   (usage, help, games). One call, so that a page has all games and ranges at once. */

/* ---- play ----
   A game that people play, as at the console. The page asks for one step at a time, so that it can show each:

       let s = await engine.call({ do: 'play.open', game: 'pig', seats: ['human(Ann)', 'graded(club)'], seed: 5 })
       while (s.waits !== 'over')
         s = s.waits === 'person' ? await engine.call({ do: 'play.choose', id: s.id, move: await ask(s.moves) })
                                  : await engine.call({ do: 'play.step', id: s.id })          // dice, or a computer's decision
*/
export interface PlayOpen extends OfGame {
    /** By player: `human(Ann)` or a name alone, `graded(beginner|club|strong|perfect|0…1)`, or a bot: `optimal`, `hold(20)`,
     *  `mine.lua` (in `files`, which live as long as the game). */
    seats: string[];
    /** Of the dice; without it the page draws one and passes it, since the engine reads no clock. Default 20251. */
    seed?: Whole;
    /** The objective of computers, hints and the coach; default: the game's own. */
    for?: Objective;
    /** `roll`: the order of turns is rolled for, as at the console; `state.order` has the rolls. Default `given`. */
    order?: "given" | "roll";
    /** Real dice: `play.step` takes their `faces`. */
    manual?: boolean;
    /** The luck of each roll and the cost of each decision with each event, and `play.hint`. Solving may take a second. */
    coach?: boolean;
}

/** Resumes the last, unfinished game of a record (`status` E_STATE if it is finished: then use `replay` and `review`). */
export interface PlayRestore extends Common {
    record: string;
    /** With `rules`: their name in the record, without .lua. */
    game?: string;
    for?: Objective;
    coach?: boolean;
    rules?: string;
}

export interface PlayIn {
    id: number;
}

export interface PlayState {
    id: number;
    /** Canonical spec: `pig(goal=100,players=2)`. */
    game: string;
    name: string;
    title: string;
    objective: Objective;
    seed: string;
    manual: boolean;
    /** By player, in the order of `seats`. */
    players: { name: string; spec: string; kind: "human" | "graded" | "bot"; strength: number | null }[];
    /** By seat: the index of its player. Seat 0 moves first. */
    in_seat: number[];
    /** By player: the roll for the order of turns; null if there was none. */
    order: number[] | null;
    /** What must happen next: a person decides (`play.choose`), a computer decides or dice are rolled (both `play.step`), or
     *  nothing: the game is over. */
    waits: "person" | "computer" | "dice" | "over";
    /** Whose turn it is, also while dice are rolled; null when the game is over. */
    seat: number | null;
    /** The number of the turn, from 1, all seats together. */
    turn: number;
    /** Dice to roll now; null if none. */
    dice: { count: number; sides: number } | null;
    /** The position in words, "scores 35,20 turn 12"; and the line that `ask` takes as `position`. */
    words: string;
    position: string;
    /** By seat: banked score, and the facts that people look at, the most important first. */
    scores: (number | null)[];
    facts: { label: string; value: string }[][];
    /** The question to the person who decides, with {player} and {moves} in it; null: which move? */
    question: string | null;
    /** All legal moves in ascending order; empty unless somebody decides. */
    moves: PlayMove[];
    /** If there are too many moves to list: those that a person would consider first, as numbers of moves; else null. */
    shortlist: number[] | null;
    /** Rows of a score sheet, and by seat what was attempted for how many points; null in games without. */
    sheet: { rows: { name: string; contents: string; points: string }[]; marks: (number | null)[][] } | null;
    /** Number of events so far, and the last one. */
    events: number;
    last: PlayEvent | null;
    /** Seats that can take back a decision. */
    undo: number[];
    outcome: { winner: number | null; unfinished: boolean; turns: number; scores: number[]; money: number[] } | null;
    /** The record so far, byte for byte as the program writes it to a file. */
    record: string;
}

export interface PlayMove {
    move: number;
    name: string;
    /** such as "4 of 6 dice"; empty if there is none */
    remark: string;
}

export interface PlayEvent {
    kind: "roll" | "move" | "forfeit";
    seat: number;
    /** The turn it belongs to, from 1. */
    turn: number;
    /** Of a roll; else null. */
    faces: number[] | null;
    /** Of a move; else null. */
    move: number | null;
    /** Of a move, or of an outcome that is not a roll of dice and has a name; else null. */
    name: string | null;
    /** Its effect, in sentences; empty if there is nothing to add. */
    told: string;
    /** With the coach, for rolls: how lucky for the seat; null: unknown. */
    luck: { amount: number; error: number; grade: string } | null;
    /** With the coach, for moves: the cost; null: unknown. */
    cost: { amount: number; error: number; grade: string; best: string } | null;
}

/** The worth of each move, for the seat that decides: values and costs in the objective's unit. */
export interface PlayHint {
    objective: Objective;
    seat: number;
    exact: boolean;
    why_estimated: string | null;
    /** To the seat that decides. */
    value: number;
    /** To all seats. */
    values: number[];
    best: number;
    tied: boolean;
    moves: {
        move: number;
        name: string;
        value: number;
        lower: number;
        upper: number;
        error: number;
        cost: number;
        grade: string;
        wins: boolean;
    }[];
    /** A cost of 0.02, 0.05 or 0.1 of this is an inaccuracy, a mistake, a blunder: grade `inaccuracy`, `mistake`, `blunder`. `wins`: the
     *  move ends the game, and its player wins. */
    scale: number;
}

/* ---- maps ---- */
/** hold: by own and other score (for one player the turns left), the least turn total at which the bot holds, among those that dice and
 *  its own play can come to; -1 nobody decides, -2 never holds. With `second` the first's minus the second's; -2147483648 where one of
 *  them has no such total.
 *  turn: by own score and turn total, against `other` (or with so many turns left): 0 hold, 1 roll, -1 nobody decides; with `second` 0
 *  both hold, 1 only the first rolls, 2 only the second, 3 both roll.
 *  value: by own and other score, the value of the game as a turn begins, under optimal play; NaN where no turn begins.
 *  moves: Hog and similar games: by own and other score, the number of dice, -1 where nobody decides; with `second` the difference,
 *  as for hold.
 *  hold and turn are for races to a goal, for one or two players; value for these and Hog. `bot` is by default `optimal`, which plays for
 *  the objective `for`; `memory` is what the turn or the game remembers, by default 0, or for hold and turn, if nobody decides with that, a
 *  value with which somebody does: the answer names it; `step` draws every so many scores, by default
 *  so that an axis has 250 at most. `kind` is by default `hold`, for Hog `moves`. */
export type MapKind = "hold" | "turn" | "value" | "moves";
export interface GameMap {
    game: string;
    kind: MapKind;
    objective: Objective;
    bots: string[];
    /** The axes with their numbers of cells, the slowest first: [['own', 100], ['other', 100]]. */
    axes: [string, number][];
    /** Score of cell 0 and distance of cells, for the axes of scores and turns. */
    from: number[];
    step: number[];
    /** hold, turn: the total at which a hold wins; 0 if no total wins, because other players may still follow. */
    end: number;
    memory: number;
    cells: Int32Array | Float64Array;
}

/* ---- matches whose questions are answered outside ----
   For bots that run elsewhere, such as in a sandboxed frame. `bots` may hold `outside(NAME)`. Many games are played at once; the
   engine hands out all questions that are open, takes the answers, and goes on. Dice are those of `run`. Each bot starts afresh for
   each game, so a game depends on the seed and its number only: with `first` and `games: 1` it can be played again by itself.
   A match does not outlive the engine's worker: it is gone after a request that had to be stopped by ending that. */
export interface MatchOpen extends OfGame {
    bots: string[];
    /** Number of the first game, from 0. */
    first?: number;
    /** Default 1,000. */
    games?: number;
    seed?: Whole;
    seats?: "rotate" | "fixed";
    /** Games that are open at the same time, at most; default 256. */
    at_once?: number;
    /** Plays the games one after another, and gives their record at the end. */
    recorded?: boolean;
}
/** What a bot in Lua would return, or why this bot forfeits the game. */
export type MatchAnswer =
    boolean | number | string | null | { failure: "trap" | "fuel" | "memory" | "illegal" | "skipped"; text: string };
export interface MatchNext {
    id: number;
    /** One for each question of the batch, in its order. */
    answers: MatchAnswer[];
}
export interface MatchBatch {
    id: number;
    /** All games are counted; there are no more questions. */
    over: boolean;
    /** Games that are counted: the first ones, without a gap. */
    done: number;
    /** One for each game that is open, in the order of their games. There may be none although the match is not over: then call `match.next` with no answers.
     *  `view` is what a bot in Lua is told: docs/write-a-bot.md. */
    questions: { game: number; bot: number; seat: number; view: { [key: string]: unknown } }[];
    /** The result as `run` prints it, of the games that are counted. */
    run: Printed;
    record?: string;
}

/* Exists: everything above. Files named by options that write (`out`, `csv`, `html`) are written to the
   engine's memory and gone after the call. */
