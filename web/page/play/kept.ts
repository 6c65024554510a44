// Moves that keep some of the dice on the table, by their names: `keep 3 3 5`, `keep none`.
import type { PlayState } from "../../engine/interface.ts";

/** The faces that a move of this name keeps, ascending; null if it is no such move. */
export function keptOf(name: string): number[] | null {
    const found = /^keep (none|\d+(?: \d+)*)$/.exec(name)?.[1];
    if (found === undefined) return null;
    return found === "none" ? [] : found.split(" ").map(Number);
}

/** The dice of the player to move, ascending, if the moves keep any of them; else none. */
export function handOf(state: PlayState): number[] {
    if (state.waits !== "person" || state.seat === null) return [];
    const kept = state.moves.map((move) => keptOf(move.name)).filter((faces) => faces !== null);
    const shown = (state.facts[state.seat] ?? []).find((fact) => fact.label === "dice");
    if (kept.length < 2 || !shown) return [];
    const hand = String(shown.value).split(/[ ,]+/).map(Number);
    const known =
        hand.every((face) => Number.isInteger(face) && face > 0) &&
        kept.every((faces) => faces.every((face) => hand.includes(face)));
    return known ? hand.sort((a, b) => a - b) : [];
}
