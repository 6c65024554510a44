// Questions to the engine. Each is described wholly by its request, which is also its key.
import type { Engine, GameMap, MapKind, Objective, Printed } from "../../engine/interface.ts";
import { ownEngine, workEngine } from "../engine.ts";
import { specOf, type GameEntry } from "../games/games.ts";
import type { Interval } from "../parts/interval.ts";
import type { Work } from "../use-answer.ts";
import type { Explored } from "./address.ts";

/** A game with its parameters, as requests name it. */
export interface Subject {
    game: string;
    rules?: string;
    for?: Objective;
}

export function subjectOf(game: GameEntry, shown: Explored): Subject {
    const subject: Subject = { game: specOf(game.name, shown.parameters) };
    if (game.rules !== null) subject.rules = game.rules;
    if (shown.objective) subject.for = shown.objective as Objective;
    return subject;
}

export interface Solution extends Interval {
    game: string;
    objective: string;
    second: Interval;
    states: number;
    first_hold: number | null;
}

export async function solve(subject: Subject, work: Work): Promise<Solution> {
    return (await (await workEngine()).call({ do: "solve", ...subject }, work)) as Printed as Solution;
}

export interface MapRequest extends Subject {
    kind: MapKind;
    bot?: string;
    other?: number;
    memory?: number;
    step?: number;
}

export async function askMap(request: MapRequest, work: Work): Promise<GameMap> {
    return (await workEngine()).call({ do: "map", ...request }, work);
}

export interface Position extends Interval {
    objective: string;
    position: string;
    state: string;
    best: string | null;
    tied: boolean;
    note: string | null;
    moves: (Interval & { move: string; cost: number })[];
}

export interface PositionRequest extends Subject {
    position: string[] | string;
}

export async function askPosition(request: PositionRequest, work: Work): Promise<Position> {
    return (await (await workEngine()).call({ do: "ask", ...request }, work)) as Printed as Position;
}

// ---- prices ----

let quiet: Promise<Engine> | undefined;

/** A second engine, for what takes longer, so that maps and positions need not wait for it. */
function quietEngine(): Promise<Engine> {
    quiet ??= ownEngine();
    quiet.catch(() => (quiet = undefined));
    return quiet;
}

export interface Matched extends Interval {
    win: Interval;
    loss: Interval;
    money: Interval | null;
    turns: Interval;
    never: Interval;
}

export interface Evaluation {
    game: string;
    objective: string;
    bots: string[];
    first: Matched;
    second: Matched;
    mean: Matched;
}

export interface EvaluationRequest extends Subject {
    bots: string[];
}

export async function evaluate(request: EvaluationRequest, work: Work): Promise<Evaluation> {
    return (await (await quietEngine()).call({ do: "eval", ...request }, work)) as Printed as Evaluation;
}

export interface BestReply {
    mean: Interval;
    exploitability: Interval;
}

export async function bestReply(request: EvaluationRequest, work: Work): Promise<BestReply> {
    return (await (await quietEngine()).call({ do: "best", ...request }, work)) as Printed as BestReply;
}

/** `optimal` plays for the game's own objective unless its arguments name another one. */
export function withObjective(bot: string, game: GameEntry, objective: string): string {
    const takes = game.bots.some((one) => one.usage.startsWith("optimal(for="));
    return bot === "optimal" && objective && takes ? `optimal(for=${objective})` : bot;
}

export function isOptimal(bot: string): boolean {
    return /^optimal\b/.test(bot);
}
