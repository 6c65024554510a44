// The games, and what the view needs to know of each.
import type { Printed } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { engine } from "../engine.ts";
import { editedName, ownRules } from "../play/own-rules.ts";
import { gameEntry, type GameEntry, type GameParameter } from "../play/setup.ts";
import type { Work } from "../use-answer.ts";

export interface ExploredGame extends GameEntry {
    /** Keys of a position, as `alea ask` takes them. */
    keys: { name: string; help: string }[];
}

function explored(printed: Printed, rules: string | null = null): ExploredGame {
    return { keys: [], ...printed, ...gameEntry(printed, rules) };
}

/** All games, and the one in the editor of rules if there is one. */
export async function listGames(work: Work): Promise<ExploredGame[]> {
    const alea = await engine();
    const { games } = await alea.call({ do: "catalogue" }, work);
    const list = games.map((game) => explored(game));
    const places = ["race", "hog", "despirala", "graph"];
    list.sort((a, b) => places.indexOf(a.family) - places.indexOf(b.family) || a.name.length - b.name.length);
    const own = ownRules.get();
    if (own === null) return list;
    try {
        const edited = explored(await alea.call({ do: "rules", rules: own, game: editedName }, work), own);
        return [...list, { ...edited, name: editedName, title: text.play.ownGame(edited.title) }];
    } catch {
        return list; // rules with a mistake; the editor shows where
    }
}

export function hasKey(game: ExploredGame, name: string): boolean {
    return game.keys.some((key) => key.name === name);
}

/** Whether a map of the policy can be drawn: over two scores, or over the score and the turns left. */
export function hasMap(game: ExploredGame): boolean {
    return game.family === "race" || game.family === "hog";
}

export function parameterOf(game: ExploredGame, name: string, parameters: Record<string, string>): number | null {
    const parameter = game.parameters.find((p) => p.name === name);
    if (!parameter) return null;
    const number = Number(parameters[name] ?? parameter.default);
    return Number.isFinite(number) ? number : null;
}

/** What is wrong with a typed parameter, in a sentence; null: nothing. */
export function parameterTrouble(parameter: GameParameter, typed: string): string | null {
    if (parameter.one_of || parameter.min === undefined || parameter.max === undefined) return null;
    const number = Number(typed);
    if (/^-?\d+$/.test(typed) && number >= parameter.min && number <= parameter.max) return null;
    return text.explore.range(parameter.name, parameter.min, parameter.max);
}

export function playersOf(game: ExploredGame, parameters: Record<string, string>): number {
    return parameterOf(game, "players", parameters) ?? game.players.default;
}
