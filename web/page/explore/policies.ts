// The policies of a game to choose from, with editable numbers: `hold(25)` is the policy `hold(n)` with a number in it.
import { botExample, botName, type GameEntry } from "../games/games.ts";

export interface PolicyKind {
    usage: string;
    help: string;
    /** The initial choice. */
    example: string;
}

/** Those that have exact results and maps: not the ones that count turns or decisions, or play at random. */
const remembering = /^(turns|forfeit|random|sampled)\b/;

export function policiesOf(game: GameEntry): PolicyKind[] {
    const fit = game.bots.filter((bot) => !remembering.test(bot.usage));
    const kinds = fit.map(({ usage, help }) => ({ usage, help, example: usage === "hold(n)" ? "hold(25)" : botExample(usage) }));
    return kinds.sort((a, b) => Number(b.example === "optimal") - Number(a.example === "optimal"));
}

export function kindOf(kinds: PolicyKind[], bot: string): PolicyKind | undefined {
    return kinds.find((kind) => botName(kind.usage) === botName(bot));
}

/** The numbers that a kind of policy takes: `bacon(margin,n)` has margin and n; `optimal(for=…)` has none that are chosen here. */
export function argumentsOf(kind: PolicyKind): string[] {
    const [, words = ""] = /\((.*)\)/.exec(kind.usage) ?? [];
    return words.split(",").filter((word) => word && !word.includes("="));
}

export function valuesOf(bot: string): string[] {
    const [, words = ""] = /\((.*)\)/.exec(bot) ?? [];
    return words.split(",").map((word) => word.trim());
}

export function withValue(bot: string, i: number, value: string): string {
    const values = valuesOf(bot);
    values[i] = value;
    return `${botName(bot)}(${values.join(",")})`;
}
