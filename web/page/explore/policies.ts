// Which policies a game has to choose from, and how they are changed: `hold(25)` is the policy `hold(n)` with a number in it.
import type { ExploredGame } from "./games.ts";

export interface PolicyKind {
    usage: string;
    help: string;
    /** What is chosen at first. */
    example: string;
}

const examples: Record<string, string> = {
    "hold(n)": "hold(25)", "bank(n)": "bank(20)", "hold-at-total(n)": "hold-at-total(90)", "always(n)": "always(4)",
    "bacon(margin,n)": "bacon(8,4)", "random(p)": "random(0.5)", "sampled(n,seed)": "sampled(50,1)",
};

/** Those that have exact results and maps: not the ones that count turns or decisions, or play at random. */
const remembering = /^(turns|forfeit|random|sampled)\b/;

export function policiesOf(game: ExploredGame): PolicyKind[] {
    const fit = game.bots.filter((bot) => !remembering.test(bot.usage));
    const kinds = fit.map(({ usage, help }) => ({ usage, help, example: examples[usage] ?? usage.replace(/\(.*/, "") }));
    return kinds.sort((a, b) => Number(b.example === "optimal") - Number(a.example === "optimal"));
}

export function nameOf(bot: string): string {
    return bot.replace(/\(.*/, "");
}

export function kindOf(kinds: PolicyKind[], bot: string): PolicyKind | undefined {
    return kinds.find((kind) => nameOf(kind.usage) === nameOf(bot));
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
    return `${nameOf(bot)}(${values.join(",")})`;
}
