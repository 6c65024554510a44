// Adds up a bot's results over all its meetings.
import type { Meeting, Run, Standing } from "./arena.ts";
import type { Entrant } from "./entrant.ts";

/** A mean and half of its 95 % interval; null if there are too few games. */
export interface Estimate {
    mean: number;
    half: number | null;
}

export interface Total {
    entrant: Entrant;
    rank: number;
    games: number;
    win: Estimate | null;
    money: Estimate | null;
    score: Estimate | null;
    /** The mean of its exact results; null unless each meeting has one. */
    exact: number | null;
    forfeits: number;
    firstForfeit: { game: number; text: string } | null;
}

const width = 1.959964; // standard errors in half of a 95 % interval

interface Part {
    games: number;
    mean: number | null | undefined;
    error: number | null | undefined;
}

/** Meetings are played with different dice, so their errors add up as independent ones. */
function together(parts: Part[]): Estimate | null {
    let games = 0;
    let sum = 0;
    let variance: number | null = 0;
    for (const { games: n, mean, error } of parts) {
        if (typeof mean !== "number" || n === 0) return null;
        games += n;
        sum += n * mean;
        variance = variance === null || typeof error !== "number" ? null : variance + n * error * (n * error);
    }
    if (games === 0) return null;
    return { mean: sum / games, half: variance === null ? null : (width * Math.sqrt(variance)) / games };
}

export function estimateOf(run: Run, standing: Standing): Estimate | null {
    return together([{ games: run.games, mean: standing.win_rate, error: standing.win_rate_se }]);
}

function totalOf(entrant: Entrant, meetings: Meeting[]): Total {
    const played = meetings.flatMap(({ entrants, run, exact }) => {
        const at = entrants.indexOf(entrant);
        const standing = run?.standings[at];
        return run && standing
            ? [{ games: run.games, standing, money: run.has_money, exact: Array.isArray(exact) ? exact[at] : undefined }]
            : [];
    });
    const exact = played.map((part) => part.exact).filter((rate) => rate !== undefined);
    const met = meetings.filter(({ entrants }) => entrants.includes(entrant)).length;
    return {
        entrant,
        rank: 0,
        games: played.reduce((sum, part) => sum + part.games, 0),
        win: together(played.map(({ games, standing }) => ({ games, mean: standing.win_rate, error: standing.win_rate_se }))),
        money: played.every((part) => part.money)
            ? together(played.map(({ games, standing }) => ({ games, mean: standing.money, error: standing.money_se })))
            : null,
        score: together(played.map(({ games, standing }) => ({ games, mean: standing.score, error: standing.score_se }))),
        exact: exact.length === met && met > 0 ? exact.reduce((sum, rate) => sum + rate, 0) / met : null,
        forfeits: played.reduce((sum, part) => sum + part.standing.forfeits, 0),
        firstForfeit: played.find((part) => part.standing.first_failure)?.standing.first_failure ?? null,
    };
}

/** Whether the game ranks by money, according to the engine. */
export function isByMoney(meetings: Meeting[]): boolean {
    return meetings.find((meeting) => meeting.run)?.run?.ranked_by === "money";
}

/** Whether the exact result of each bot is known. It then decides the ranking instead of the games. */
export function isExact(list: Total[]): boolean {
    return list.every((total) => total.exact !== null);
}

/** Exact results that differ by less are equal: they are computed to about twelve digits. */
const sameExact = 1e-9;

/** All bots, the best first; equal ones share a rank. */
export function totals(entrants: Entrant[], meetings: Meeting[]): Total[] {
    const list = entrants.map((entrant) => totalOf(entrant, meetings));
    const byMoney = isByMoney(meetings),
        exact = !byMoney && isExact(list);
    const key = (total: Total): number =>
        (byMoney ? total.money?.mean : exact ? total.exact : (total.win ?? total.score)?.mean) ?? -Infinity;
    const same = (a: Total, b: Total): boolean => key(a) === key(b) || (exact && Math.abs(key(a) - key(b)) < sameExact);
    list.sort((a, b) => key(b) - key(a));
    list.forEach((total, i) => (total.rank = i > 0 && same(list[i - 1]!, total) ? list[i - 1]!.rank : i + 1));
    return list;
}
