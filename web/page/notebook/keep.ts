// What the notebook stores of a review: the people's figures, and their most costly mistake of each turn as a question.
import { get, put, type Card, type PersonResult } from "../store/database.ts";
import { today } from "../store/day.ts";
import { isPerson, seated, type ReviewedEvent, type ReviewedGame } from "../review/types.ts";

/** The record up to the line before `line`: its last position is the one in which that line was chosen. */
export function recordBefore(record: string, line: number): string {
    return record
        .split("\n")
        .slice(0, line - 1)
        .map((text) => `${text}\n`)
        .join("");
}

function resultOf(game: ReviewedGame, seat: ReviewedGame["seats"][number], player: string): PersonResult {
    return {
        player,
        objective: game.objective,
        result: seat.result,
        start: seat.start,
        luck: seat.luck,
        mistakes: seat.mistakes,
        adjusted: seat.adjusted,
        decisions: seat.decisions,
        inaccuracies: seat.inaccuracies,
        mistaken: seat.mistaken,
        blunders: seat.blunders,
        less_is_better: game.less_is_better,
    };
}

function cardOf(game: ReviewedGame, index: number, event: ReviewedEvent, record: string, rules: string | null): Card {
    return {
        id: `${game.game} ${game.objective} ${event.position}`,
        game: game.game,
        title: game.game.replace(/\(.*/s, ""),
        objective: game.objective,
        record: recordBefore(record, event.line),
        rules,
        position: event.position,
        best: event.best ?? "",
        chosen: event.chosen ?? "",
        cost: event.cost ?? 0,
        why: game.worst.find((one) => one.event === index)?.why ?? "",
        box: 0,
        due: today(),
    };
}

interface Mistake {
    event: ReviewedEvent;
    index: number;
}

/** The people's mistakes in their order, of each turn the one that cost most: a turn often has the same mistake several times. */
function mistakesOf(game: ReviewedGame): Mistake[] {
    const worst = new Map<number, Mistake>();
    for (const [index, event] of game.events.entries()) {
        if (event.kind !== "move" || event.word === null || !isPerson(game.seats[event.seat]?.player ?? "")) continue;
        const other = worst.get(event.turn);
        if (!other || (event.cost ?? 0) > (other.event.cost ?? 0)) worst.set(event.turn, { event, index });
    }
    return [...worst.values()];
}

/** Keeps a finished game of people, once. The same mistake in another game moves its question back to the first box. Returns
 *  false for a game that has no place in the notebook. */
export async function keepGame(game: ReviewedGame, record: string, rules: string | null): Promise<boolean> {
    const people = game.seats.filter((seat) => isPerson(seat.player));
    if (!game.finished || people.length === 0) return false;
    if (await get("games", game.sha256)) return true;
    for (const { event, index } of mistakesOf(game)) {
        const card = cardOf(game, index, event, record, rules);
        const old = await get("cards", card.id);
        await put("cards", old ? { ...card, why: card.why || old.why } : card);
    }
    // the game is stored last, so that interrupted work is repeated
    const players = seated(game, record);
    const results = people.map((seat) => resultOf(game, seat, players[seat.seat]?.name ?? ""));
    await put("games", {
        id: game.sha256,
        kept: today(),
        game: game.game,
        title: game.game.replace(/\(.*/s, ""),
        record,
        rules,
        people: results,
    });
    return true;
}
