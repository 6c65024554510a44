// The facts about each game that the view needs.
import { text } from "../../text/en.ts";
import { catalogue, editedGame, parameterOf, type GameEntry, type GameParameter, type Parameters } from "../games/games.ts";
import type { Work } from "../use-answer.ts";

const families = ["race", "hog", "despirala", "graph"];

/** All games, and the one in the editor of rules if there is one. */
export async function listGames(work: Work): Promise<GameEntry[]> {
    const place = ({ family }: GameEntry): number => families.indexOf(family);
    const games = (await catalogue(work)).sort((a, b) => place(a) - place(b) || a.name.length - b.name.length);
    return [...games, ...(await editedGame(work))];
}

export function hasKey(game: GameEntry, name: string): boolean {
    return game.keys.some((key) => key.name === name);
}

/** Whether a map of the policy can be drawn: over two scores, or over the score and the turns left. */
export function hasMap(game: GameEntry): boolean {
    return game.family === "race" || game.family === "hog";
}

/** Describes what is wrong with a typed parameter; null if it is valid. */
export function parameterTrouble(parameter: GameParameter, typed: string): string | null {
    if (parameter.one_of || parameter.min === undefined || parameter.max === undefined) return null;
    const number = Number(typed);
    if (/^-?\d+$/.test(typed) && number >= parameter.min && number <= parameter.max) return null;
    return text.explore.range(parameter.name, parameter.min, parameter.max);
}

export function playersOf(game: GameEntry, parameters: Parameters): number {
    return parameterOf(game, "players", parameters) ?? game.players.default;
}
