// In the worker of a bot: asks its program and sends the answers. A program starts afresh for each game. Everything that would
// make two runs differ is removed or made deterministic: clocks, chance, timers. The frame's policy refuses access to the
// outside.
import { longest, type Answer, type Failed, type Order, type Program, type Question, type View } from "./protocol.ts";
import { compileModule, othersBySeat, startModule } from "./module.ts";
import { seededRandom } from "./random.ts";
import { tabulate } from "./tabulate.ts";

/** Answers one question after the other in one game. */
type Decide = (view: View, seat: number) => unknown;

type Scope = { [name: string]: unknown } & {
    postMessage(message: unknown): void;
    addEventListener(type: "message", listener: (event: MessageEvent<Order>) => void): void;
    aleaBot?: () => unknown;
};
const scope = self as unknown as Scope;
const post = scope.postMessage.bind(scope);
const listen = scope.addEventListener.bind(scope);

/** The generator of the game that is being played. */
let chance = (): number => 0;

function removeWhatDiffers(): void {
    const names = [
        "setTimeout",
        "setInterval",
        "performance",
        "crypto",
        "requestAnimationFrame",
        "WeakRef",
        "FinalizationRegistry",
        "BroadcastChannel",
        "MessageChannel",
        "navigator",
        "location",
        "requestIdleCallback",
        "scheduler",
        "Worker",
        "SharedWorker",
        "postMessage",
        "name",
        "Intl",
    ];
    for (let from: object | null = self; from && from !== Object.prototype; from = Object.getPrototypeOf(from) as object | null)
        for (const name of names) Reflect.deleteProperty(from, name);
    Math.random = () => chance();
    const RealDate = Date;
    const frozen = function (): string {
        return new RealDate(0).toISOString();
    };
    Reflect.set(scope, "Date", Object.assign(frozen, { now: () => 0 }));
}

/* ---- what a program is ---- */

/** Describes a value that is not an answer. */
function describe(value: unknown): string {
    if (typeof value === "number") return String(value);
    if (value instanceof Promise) return "a promise, which would answer later";
    return Array.isArray(value) ? "an array" : `a ${typeof value}`;
}

function answerOf(value: unknown, view: View): Answer {
    if (value === undefined || value === null) return null;
    if (typeof value === "boolean") return value;
    if (typeof value === "string" && value.length <= longest) return value;
    // a move may be given by its index: from 0 here, and from 1 in Lua
    if (typeof value === "number" && Number.isFinite(value)) return Array.isArray(view["moves"]) ? value + 1 : value;
    const what = typeof value === "string" ? `a text of ${value.length} characters` : describe(value);
    return { failure: "illegal", text: `decide returned ${what}.` };
}

/** Lines of the program; those after it belong to this script. */
let lines = 0;

/** The line of the program where an error was thrown; 0 if it was thrown elsewhere. */
function lineOf(error: unknown): number {
    const stack = error instanceof Error ? String(error.stack) : "";
    const line = Number(/blob:[^\s)]*?:(\d+):\d+/.exec(stack)?.[1] ?? 0);
    return line <= lines ? line : 0;
}

function failureOf(error: unknown): Failed {
    let text = "it threw something that is no error";
    try {
        const line = lineOf(error);
        text = error instanceof WebAssembly.RuntimeError ? error.message : `${String(error)}${line ? ` (line ${line})` : ""}`;
    } catch {
        // reading the error's text failed, too
    }
    return { failure: "trap", text: text.slice(0, longest) };
}

/** A program in JavaScript returns a function, or defines one of three. */
function startScript(make: () => unknown): Decide {
    const made = make();
    const found = (typeof made === "function" ? { decide: made } : made) as { [name: string]: unknown };
    const { decide, should_roll: shouldRoll, final_strategy: strategy } = found;
    if (typeof decide === "function") return (view) => decide(view) as unknown;
    if (typeof strategy === "function") return (view) => strategy(view["own"], view["opponent"]) as unknown;
    if (typeof shouldRoll === "function") return (view, seat) => shouldRoll(view["total"], othersBySeat(view, seat)) as unknown;
    throw new Error(
        "The file defines none of the functions decide(view), should_roll(own, others) and final_strategy(score, opponent).",
    );
}

/* ---- games ---- */

interface Game {
    decide: Decide;
    chance: () => number;
}

let begin: (() => Decide) | undefined;
const games = new Map<number, Game>();

function prepare(program: Program): void {
    if (program.kind === "wasm") {
        const module = compileModule(program.source as ArrayBuffer);
        begin = () => startModule(module);
    } else {
        const make = scope.aleaBot;
        if (!make) throw new Error("The program ends in the middle of a block: a bracket is missing.");
        begin = () => startScript(make);
    }
    chance = seededRandom(0, 0, 0);
    begin();
}

function gameOf(question: Question, seed: number): Game {
    let game = games.get(question.game);
    if (!game) {
        const own = seededRandom(seed, question.game, question.seat);
        chance = own;
        game = { decide: begin!(), chance: own };
        games.set(question.game, game);
    }
    chance = game.chance;
    return game;
}

function ask(question: Question, seed: number): Answer {
    try {
        return answerOf(gameOf(question, seed).decide(question.view, question.seat), question.view);
    } catch (error) {
        games.delete(question.game);
        return error instanceof Object && "memoryLimit" in error
            ? { failure: "memory", text: String(error).slice(0, longest) }
            : failureOf(error);
    }
}

function take(order: Order): void {
    if ("start" in order) {
        lines = order.lines ?? 0;
        try {
            prepare(order.start);
            post({ ready: true });
        } catch (error) {
            const message = error instanceof Error ? error.message : String(error);
            post({ failed: message.slice(0, longest), line: lineOf(error) });
        }
        return;
    }
    if ("tabulate" in order) {
        const answer = (decide: Decide, view: View, seat: number): Answer => {
            try {
                return answerOf(decide(view, seat), view);
            } catch (error) {
                return failureOf(error);
            }
        };
        const fresh = (): Decide => {
            chance = seededRandom(0, 0, 0);
            return begin!();
        };
        post(tabulate(order.tabulate, fresh, answer));
        return;
    }
    const open = new Set(order.open);
    for (const game of games.keys()) if (!open.has(game)) games.delete(game);
    post({ batch: order.batch, answers: order.questions.map((question) => ask(question, order.seed)) });
}

removeWhatDiffers();
listen("message", (event) => take(event.data));
