// The messages between the page, the frame of a bot and the worker in it. The page trusts neither and checks every message.

export interface Program {
    kind: "js" | "wasm";
    /** The text of a program in JavaScript; the bytes of a module. */
    source: string | ArrayBuffer;
}

export interface Question {
    game: number;
    seat: number;
    /** The bot's view: docs/write-a-bot.md. */
    view: View;
}

export type View = { [key: string]: unknown };

export type Answer = boolean | number | string | null | Failed;

export interface Failed {
    failure: "trap" | "memory" | "illegal" | "fuel" | "skipped";
    text: string;
}

/** To the worker. */
export type Order =
    | { start: Program; lines?: number } // of a program in JavaScript, which the frame has put into the worker's script
    /** The program's state in games that are not in `open` is forgotten. */
    | { batch: number; open: number[]; seed: number; questions: Question[] }
    | { tabulate: Grid };

/** All questions of a game for two in which the scores are all that matters: in races when to hold, in Hog how many dice. */
export interface Grid {
    kind: "hold" | "dice";
    goal: number;
    /** The most dice. */
    most: number;
}

/** From the worker, or the frame. */
export type Report =
    | { ready: true }
    | { failed: string; line: number }
    | { batch: number; answers: Answer[] }
    /** By own score, then by the other's: the turn total from which it holds, or the number of dice. Empty if there is none;
     *  `why` has the reason. */
    | { table: number[]; why: string };

/** Answers and sentences are cut to this length. */
export const longest = 200;
/** The most questions asked at the same time. */
export const mostQuestions = 256;

/** Scores of a table for two, at most: own times other. */
export const mostCells = 200 * 200;

const failures: readonly string[] = ["trap", "memory", "illegal"];

function isPlain(value: unknown): value is { [key: string]: unknown } {
    return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isText(value: unknown): value is string {
    return typeof value === "string" && value.length <= longest;
}

function isCell(value: unknown): value is number {
    return Number.isSafeInteger(value);
}

function isAnswer(value: unknown): value is Answer {
    if (value === null || typeof value === "boolean" || isText(value)) return true;
    if (typeof value === "number") return Number.isFinite(value);
    return (
        isPlain(value) && Object.keys(value).length === 2 && failures.includes(String(value["failure"])) && isText(value["text"])
    );
}

/** Returns the message as a report; null if it is anything else. */
export function readReport(message: unknown): Report | null {
    if (!isPlain(message)) return null;
    const keys = Object.keys(message).sort().join();
    if (keys === "ready" && message["ready"] === true) return { ready: true };
    const { failed, line, batch, answers, table, why } = message;
    if (keys === "table,why" && isText(why) && Array.isArray(table) && table.length <= mostCells && table.every(isCell))
        return { table, why };
    if (keys === "failed,line" && isText(failed) && Number.isSafeInteger(line)) return { failed, line: line as number };
    if (keys !== "answers,batch" || !Number.isSafeInteger(batch) || !Array.isArray(answers)) return null;
    if (answers.length > mostQuestions || !answers.every(isAnswer)) return null;
    return { batch: batch as number, answers };
}
