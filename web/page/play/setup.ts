// The choices of the form, and their words in requests to the engine.
import { text } from "../../text/en.ts";
import type { GameEntry, Parameters } from "../games/games.ts";

export type SeatKind = "person" | "beginner" | "club" | "strong" | "perfect" | "bot";
export type Coaching = "off" | "warn" | "show";

export interface Seat {
    kind: SeatKind;
    name: string; // of a person
    bot: string; // such as hold(20)
}

export interface Setup {
    game: string; // the name of a game
    rules: string | null; // the text of a rule file, if the game is not built in
    parameters: Parameters; // without players
    seats: Seat[];
    order: "given" | "roll";
    coach: Coaching;
    seed: string; // empty: a random seed
    manual: boolean;
    objective: string; // empty: the game's own objective
}

export const mostSeats = 8;
export const mostPeople = 4;
export const levels: SeatKind[] = ["beginner", "club", "strong", "perfect"];

export const person = (name: string): Seat => ({ kind: "person", name, bot: "" });
export const computer = (kind: SeatKind): Seat => ({ kind, name: "", bot: "" });

/** A bot that needs no values of positions. */
const quickBot = "greedy";

/** Whether the values of a game's positions take so long that it begins without them. */
export function isSlow(game: GameEntry): boolean {
    return (game.solve_seconds ?? 0) >= 5 && game.bots.some((bot) => bot.usage === quickBot);
}

/** The seats that a game begins with: you, and a computer wherever there is a place for one. */
export function usualSeats(game: GameEntry, name: string): Seat[] {
    const seats = [person(name)];
    const wanted = Math.max(game.players.min, Math.min(2, game.players.max));
    while (seats.length < wanted) seats.push(isSlow(game) ? { kind: "bot", name: "", bot: quickBot } : computer("club"));
    return seats;
}

export function usualSetup(game: GameEntry, name: string, wanted: Coaching): Setup {
    const seats = usualSeats(game, name);
    const coach = isSlow(game) ? "off" : wanted;
    const order = game.family === "race" && seats.length > 1 ? "roll" : "given";
    return { game: game.name, rules: game.rules, parameters: {}, seats, order, coach, seed: "", manual: false, objective: "" };
}

/** Bytes of a name in UTF-8 that the engine takes. */
const longestName = 48;

/** A name as a record can hold it: printable, without the brackets that end a seat's words, and not too long. */
export function cleanName(name: string, seat: number): string {
    let clean = "";
    for (const letter of name
        .replace(/[\p{C}(),"\\]/gu, " ")
        .replace(/\s+/g, " ")
        .trim()) {
        if (new TextEncoder().encode(clean + letter).length > longestName) break;
        clean += letter;
    }
    return clean.trim() || text.play.playerName(seat + 1);
}

export function seatWords(seat: Seat, index: number): string {
    if (seat.kind === "person") return `human(${cleanName(seat.name, index)})`;
    if (seat.kind === "bot") return seat.bot.trim();
    return `graded(${seat.kind})`;
}

/** A seed below 2^53, so that it is the same number everywhere. */
export function freshSeed(): number {
    const [high = 0, low = 0] = crypto.getRandomValues(new Uint32Array(2));
    return (high & 0x1fffff) * 2 ** 32 + low;
}
