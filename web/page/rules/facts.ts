// Facts about a rule text, requested from the engine one after the other.
import type { GameMap, Printed } from "../../engine/interface.ts";
import type { Interval, SolveResult } from "../../engine/results.ts";
import { text } from "../../text/en.ts";
import { isEngineError, workEngine } from "../engine.ts";
import { gameEntry, specOf, type GameEntry, type Parameters } from "../games/games.ts";
import { editedName } from "../games/own-rules.ts";
import { sentence } from "../parts/failure.tsx";
import type { Work } from "../use-answer.ts";

/** Reads the rules. Rejects with an error that has a line. */
export async function readRules(rules: string, work: Work): Promise<GameEntry> {
    const alea = await workEngine();
    return gameEntry(await alea.call({ do: "rules", rules, game: editedName }, { signal: work.signal }), rules);
}

export type Solution = SolveResult;

/** A game for as many players as the exact engine takes: two at most. */
export function solvable(game: GameEntry, parameters: Parameters): string {
    const two = game.players.default > 2 && game.players.min <= 2 ? { ...parameters, players: "2" } : parameters;
    return specOf(editedName, two);
}

export async function solve(rules: string, game: string, work: Work): Promise<Solution> {
    return (await (await workEngine()).call({ do: "solve", game, rules }, work)) as Printed as Solution;
}

/** Has the independent checker go through every position of the solution. */
export async function verify(
    rules: string,
    game: string,
    work: Work,
): Promise<{ holds: boolean; checked: number; reason: string | null }> {
    return (await (await workEngine()).call({ do: "verify", game, rules }, work)) as Printed as {
        holds: boolean;
        checked: number;
        reason: string | null;
    };
}

/** The length of a game between perfect players, in turns. */
export async function length(rules: string, game: string, players: number, work: Work): Promise<Interval | null> {
    const bots = players === 1 ? ["optimal"] : ["optimal", "optimal"];
    const result = (await (await workEngine()).call({ do: "eval", game, rules, bots }, work)) as Printed;
    const turns: unknown = result["first"]?.turns;
    return turns ? (turns as Interval) : null;
}

/** Returns where optimal play rolls and where it holds, or the reason why there is no such map. */
export async function policyMap(rules: string, game: string, family: string, work: Work): Promise<{ map?: GameMap; why?: string }> {
    if (family !== "race" && family !== "hog") return { why: text.rules.noMap };
    try {
        return {
            map: await (await workEngine()).call({ do: "map", game, rules, kind: family === "hog" ? "moves" : "hold" }, work),
        };
    } catch (error) {
        if (isEngineError(error) && error.status === "E_REFUSED") return { why: sentence(error) };
        throw error;
    }
}
