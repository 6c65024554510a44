// Moves that keep some of the dice on the table, by their names: `keep 3 3 5`, `keep none`.
import type { PlayEvent, PlayState } from "../../engine/interface.ts";

/** The faces that a move of this name keeps, ascending; null if it is no such move. */
export function keptOf(name: string): number[] | null {
    const found = /^keep (none|\d+(?: \d+)*)$/.exec(name)?.[1];
    if (found === undefined) return null;
    return found === "none" ? [] : found.split(" ").map(Number);
}

/** The dice that lie before the player to move, ascending; none if the game does not say. */
function diceOf(state: PlayState): number[] {
    const shown = (state.facts[state.seat ?? -1] ?? []).find((fact) => fact.label === "dice");
    const dice = shown ? String(shown.value).split(/[ ,]+/).map(Number) : [];
    return dice.every((face) => Number.isInteger(face) && face > 0) ? dice.sort((a, b) => a - b) : [];
}

/** The dice of the player to move, ascending, if the moves keep any of them; else none. */
export function handOf(state: PlayState): number[] {
    if (state.waits !== "person" || state.seat === null) return [];
    const kept = state.moves.map((move) => keptOf(move.name)).filter((faces) => faces !== null);
    const hand = diceOf(state);
    return kept.length >= 2 && kept.every((faces) => faces.every((face) => hand.includes(face))) ? hand : [];
}

/** The dice to draw: those that were rolled last, or with them the ones that were kept before, while somebody decides about all. */
export function drawnDice(state: PlayState, rolled: number[]): number[] {
    const all = state.waits === "person" ? diceOf(state) : [];
    return all.length > rolled.length && rolled.every((face) => all.includes(face)) ? all : rolled;
}

/** Which dice of a hand were kept before the last roll, earlier in the same turn. */
export function keptBefore(hand: number[], log: PlayEvent[]): boolean[] {
    const last = log.at(-1);
    const move = log.findLast((event) => event.kind === "move");
    const same = last && move && move.seat === last.seat && move.turn === last.turn;
    const kept = same && move.name !== null ? (keptOf(move.name) ?? []) : [];
    return hand.map((face) => {
        const at = kept.indexOf(face);
        if (at >= 0) kept.splice(at, 1);
        return at >= 0;
    });
}
