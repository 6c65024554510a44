// The games of the engine and the one in the editor of rules, with the facts that the page needs.
import type { Printed } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { engine, isEngineError } from "../engine.ts";
import type { Work } from "../use-answer.ts";
import { editedName, ownRules } from "./own-rules.ts";

export interface GameEntry {
    name: string;
    title: string;
    family: string;
    text: string;
    rules: string | null; // the rule file, unless it is built in
    players: { default: number; min: number; max: number };
    objectives: string[];
    played_for: string;
    parameters: GameParameter[];
    keys: { name: string; help: string }[]; // of a position, as `alea ask` takes them
    bots: { usage: string; help: string; games: string | null }[];
    group: string | null; // of the list of games; null: it is not listed, or it is one's own
    solve_seconds: number | null; // about how long two threads take; null: not known
}

export interface GameParameter {
    name: string;
    value: number | string;
    default: number | string;
    min?: number;
    max?: number;
    one_of?: string[];
    help: string;
}

/** Parameters that differ from their defaults, by name. */
export type Parameters = Record<string, string>;

export function gameEntry(printed: Printed, rules: string | null = null): GameEntry {
    const game = printed as unknown as GameEntry;
    return {
        ...game,
        title: shortTitle(game.title),
        keys: game.keys ?? [],
        group: game.group ?? null,
        solve_seconds: game.solve_seconds ?? null,
        rules,
    };
}

/** Shortens a title so that it leaves room for the rest of the page. */
export function shortTitle(title: string): string {
    return title.length > 80 ? `${title.slice(0, 79)}…` : title;
}

/** All built-in games, in the order of the engine. */
export async function catalogue(work?: Work): Promise<GameEntry[]> {
    const { games } = await (await engine()).call({ do: "catalogue" }, work);
    return games.map((game) => gameEntry(game));
}

/** The game in the editor of rules: one or none. Rules with a mistake give none; the editor shows the mistake. */
export async function editedGame(work?: Work): Promise<GameEntry[]> {
    const rules = ownRules.get();
    if (rules === null) return [];
    try {
        const game = gameEntry(await (await engine()).call({ do: "rules", rules, game: editedName }, work), rules);
        return [{ ...game, name: editedName, title: text.play.ownGame(game.title) }];
    } catch (error) {
        if (isEngineError(error)) return [];
        throw error;
    }
}

/** `pig(goal=50)`, as on the command line. */
export function specOf(name: string, parameters: Parameters): string {
    const words = Object.entries(parameters).map(([key, value]) => `${key}=${value}`);
    return words.length ? `${name}(${words.join(",")})` : name;
}

/** The same parameters but for one; a default is left out. */
export function withParameter(parameters: Parameters, { name, default: usual }: GameParameter, value: string): Parameters {
    const { [name]: _, ...others } = parameters;
    return value === String(usual) ? others : { ...others, [name]: value };
}

/** The number of a parameter; null if the game has no such parameter, or if it is not a number. */
export function parameterOf(game: GameEntry, name: string, parameters: Parameters): number | null {
    const parameter = game.parameters.find((p) => p.name === name);
    if (!parameter) return null;
    const number = Number(parameters[name] ?? parameter.default);
    return Number.isFinite(number) ? number : null;
}

/** `hold(20)` is `hold`. */
export function botName(bot: string): string {
    return bot.replace(/\(.*/, "");
}

/** The kind of bot of a game that some words name, or are about to. */
export function botKind(game: GameEntry, bot: string): GameEntry["bots"][number] | undefined {
    return game.bots.find((kind) => botName(kind.usage) === botName(bot));
}

const examples: Record<string, string> = {
    "hold(n)": "hold(20)",
    "bank(n)": "bank(25)",
    "hold-at-total(n)": "hold-at-total(90)",
    "turns(n)": "turns(4)",
    "random(p)": "random(0.5)",
    "always(n)": "always(4)",
    "bacon(margin,n)": "bacon(8,4)",
    "sampled(n,seed)": "sampled(50,1)",
    "forfeit(k)": "forfeit(1)",
};

/** An example of a bot from its usage: `hold(n)` becomes `hold(20)`. */
export function botExample(usage: string): string {
    return examples[usage] ?? botName(usage);
}
