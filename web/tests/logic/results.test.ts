// Results added up over meetings, days, axes of maps, and seats.
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Meeting } from "../../page/arena/arena.ts";
import type { Entrant } from "../../page/arena/entrant.ts";
import { isByMoney, totals } from "../../page/arena/standings.ts";
import { indexAt, indexAtShare, rangeOf, scoreAt, type Axis } from "../../page/parts/axis.ts";
import { numbered, sequential, towards } from "../../page/parts/palette.ts";
import { ruleFiles } from "../../page/review/rule-files.ts";
import { daysAfter, today } from "../../page/store/day.ts";

const bot = (name: string): Entrant => ({ name, spec: name, file: null, program: null, source: null });
const [a, b, c] = [bot("a"), bot("b"), bot("c")];

function meeting(entrants: Entrant[], rates: number[], games = 100, exact: number[] | null = null, money?: number[]): Meeting {
    const standings = rates.map((win_rate, i) => ({
        win_rate,
        win_rate_se: 0.05,
        money: money?.[i] ?? null,
        money_se: money ? 1 : null,
        score: null,
        forfeits: 0,
        first_failure: null,
    }));
    const run = { games, standings, has_money: money !== undefined, ranked_by: money ? "money" : "wins" };
    return { entrants, run, exact } as unknown as Meeting;
}

test("win rates are weighted by games and their errors add up", () => {
    const list = totals([a, b, c], [meeting([a, b], [0.6, 0.4], 100), meeting([a, c], [0.9, 0.1], 300)]);
    const first = list[0]!;
    assert.equal(first.entrant, a);
    assert.equal(first.games, 400);
    assert.ok(Math.abs(first.win!.mean - (100 * 0.6 + 300 * 0.9) / 400) < 1e-12);
    assert.ok(Math.abs(first.win!.half! - (1.959964 * Math.hypot(100 * 0.05, 300 * 0.05)) / 400) < 1e-12);
    assert.deepEqual(
        list.map((total) => [total.entrant.name, total.rank]),
        [
            ["a", 1],
            ["b", 2],
            ["c", 3],
        ],
    );
});

test("exact results decide only if every bot has them, and equal ones share a rank", () => {
    const exact = [meeting([a, b], [0.4, 0.6], 10, [0.5 + 1e-12, 0.5]), meeting([b, c], [0.2, 0.8], 10, [0.5, 0.5])];
    assert.deepEqual(
        totals([a, b, c], exact).map((total) => total.rank),
        [1, 1, 1],
    );
    const partly = [exact[0]!, meeting([b, c], [0.2, 0.8], 10)];
    assert.equal(totals([a, b, c], partly)[0]!.entrant, c);
});

test("games for money are ranked by money", () => {
    const played = [meeting([a, b], [0.9, 0.1], 100, null, [-19, 19])];
    assert.ok(isByMoney(played));
    assert.equal(totals([a, b], played)[0]!.entrant, b);
});

test("a bot without a finished meeting has no rate and is ranked last", () => {
    const list = totals([a, b, c], [meeting([a, b], [0.5, 0.5])]);
    assert.equal(list[2]!.entrant, c);
    assert.equal(list[2]!.win, null);
});

test("days are counted across months and leap years", () => {
    assert.equal(today(new Date(2026, 1, 3)), "2026-02-03");
    assert.equal(daysAfter("2028-02-28", 1), "2028-02-29");
    assert.equal(daysAfter("2026-12-31", 1), "2027-01-01");
    assert.equal(daysAfter("2026-03-29", 1), "2026-03-30"); // a day of 23 hours in Europe
});

test("a cell of a map belongs to a range of scores", () => {
    const axis: Axis = { name: "own", label: "own", from: 10, step: 5, count: 4 };
    assert.deepEqual(
        [9, 10, 14, 15, 29, 99].map((score) => indexAt(axis, score)),
        [0, 0, 0, 1, 3, 3],
    );
    assert.deepEqual(
        [-0.1, 0, 0.49, 0.999, 1].map((share) => indexAtShare(axis, share)),
        [0, 0, 1, 3, 3],
    );
    assert.equal(scoreAt(axis, 3), 25);
    assert.deepEqual(
        rangeOf([3, -1, 7, 5], (cell) => cell >= 0),
        [3, 7],
    );
    assert.deepEqual(
        rangeOf([-1, -2], (cell) => cell >= 0),
        [0, 0],
    );
});

test("colours stay within their scales", () => {
    assert.deepEqual(sequential(-1), sequential(0));
    assert.deepEqual(sequential(2), [253, 231, 37]);
    assert.deepEqual(towards(0, "light"), [236, 236, 236]);
    assert.deepEqual(numbered(0, 1), sequential(0.5));
});

test("a record names its own rule file", () => {
    assert.deepEqual(ruleFiles('{"game":"mine.lua(goal=20)"}\n{}', "rules"), { files: { "mine.lua": "rules" } });
    assert.deepEqual(ruleFiles('{"game":"pig"}\n', "rules"), {});
    assert.deepEqual(ruleFiles("no record", "rules"), {});
});
