import type { Card } from "./database.ts";
import { daysAfter } from "./day.ts";

/** Days until a card comes back, by its new box; the same as in `alea drill`. */
const waits = [1, 3, 7, 21, 60, 180];

/** A right answer moves a card to the next box; a wrong one to the first, where it is due immediately. */
export function answered(card: Card, right: boolean, day: string): Card {
    if (!right) return { ...card, box: 0, due: day };
    return { ...card, box: Math.min(card.box + 1, waits.length - 1), due: daysAfter(day, waits[card.box] ?? 1) };
}

export function due(cards: Card[], day: string): Card[] {
    return cards.filter((card) => card.due <= day).sort((a, b) => b.cost - a.cost);
}
