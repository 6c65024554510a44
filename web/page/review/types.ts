import type { ReviewResult } from "../../engine/results.ts";
import { text } from "../../text/en.ts";

export type ReviewedGame = ReviewResult["games"][number];
export type ReviewedSeat = ReviewedGame["seats"][number];
export type ReviewedEvent = ReviewedGame["events"][number];

/** A player's name at the table, before equal names are numbered: `human(Ann)` is Ann. At a `table` of people,
 *  `optimal` is the computer. */
function playerName(spec: string, table: boolean): string {
    if (/^graded\b/.test(spec) || (table && /^optimal\b/.test(spec))) return text.review.computer;
    if (spec === "human") return text.review.you;
    return /^human\((.*)\)$/s.exec(spec)?.[1] ?? spec;
}

/** The player in a seat. */
export interface Seated {
    name: string;
    /** The player's index in the list of players. */
    player: number;
}

/** The index of the player in each seat of a game; the order of the list if the record does not say. */
function inSeat(game: ReviewedGame, record: string): number[] {
    for (const line of record.split("\n")) {
        if (!line.startsWith('{"begin"')) continue;
        try {
            const { begin, bots } = JSON.parse(line) as { begin: number; bots: number[] };
            if (begin === game.number) return bots;
        } catch {
            break;
        }
    }
    return game.seats.map((_, seat) => seat);
}

/** The player in each seat, by the names used at the table. Equal names are numbered from the second on, as in
 *  Computer 2. */
export function seated(game: ReviewedGame, record: string): Seated[] {
    const players = inSeat(game, record);
    const names: string[] = [];
    const table = game.seats.some((seat) => /^(human|graded)\b/.test(seat.player));
    game.seats.forEach((seat, i) => (names[players[i] ?? i] = playerName(seat.player, table)));
    return players.map((player) => {
        const name = names[player] ?? "";
        const before = names.slice(0, player).filter((other) => other === name).length;
        return { name: before ? `${name} ${before + 1}` : name, player };
    });
}

export const isPerson = (player: string): boolean => player.startsWith("human(") || player === "human";
