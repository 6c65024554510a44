import type { ReviewResult } from "../../engine/results.ts";
import { text } from "../../text/en.ts";

export type ReviewedGame = ReviewResult["games"][number];
export type ReviewedSeat = ReviewedGame["seats"][number];
export type ReviewedEvent = ReviewedGame["events"][number];

/** A player as people call him: `human(Ann)` is Ann. */
export function playerName(player: string): string {
    const level = /^graded\((.*)\)$/s.exec(player)?.[1];
    if (level !== undefined) return text.review.computer(level);
    return /^human\((.*)\)$/s.exec(player)?.[1] ?? player;
}

export const isPerson = (player: string): boolean => player.startsWith("human(") || player === "human";
