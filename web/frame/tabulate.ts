// Asks a program about every position twice: in two orders, in fresh instances, and from both seats. If its answers agree it is a
// function of the scores, and exact results can be computed from them.
import { longest, type Answer, type Grid, type View } from "./protocol.ts";

type Decide = (view: View, seat: number) => unknown;
type Ask = (decide: Decide, view: View, seat: number) => Answer;

class NoTable extends Error {}

const overshoot = 5; // points above the goal at which a bot is asked whether it still rolls

function at(own: number, other: number, turn?: number): string {
    return turn === undefined ? `scores ${own},${other}` : `scores ${own},${other} turn ${turn}`;
}

function shown(answer: Answer): string {
    if (answer === null) return "nothing";
    return typeof answer === "object" ? answer.text : JSON.stringify(answer);
}

/** Whether it rolls. */
function rolls(ask: Ask, decide: Decide, grid: Grid, own: number, other: number, turn: number, second: boolean): boolean {
    const view = {
        goal: grid.goal,
        others: [other],
        own,
        players: 2,
        rolls: second ? turn : 1,
        seat: second ? 1 : 0,
        total: own + turn,
        turn,
    };
    const answer = ask(decide, view, view.seat);
    if (answer === true || answer === "roll") return true;
    if (answer === false || answer === "hold") return false;
    throw new NoTable(`at ${at(own, other, turn)} it answers ${shown(answer)}`);
}

/** The turn total from which the bot holds. */
function holdAt(ask: Ask, decide: Decide, grid: Grid, own: number, other: number): number {
    const most = grid.goal - own;
    let hold = 0;
    for (let turn = 1; turn <= most + overshoot; turn++) {
        const roll = rolls(ask, decide, grid, own, other, turn, false);
        if (roll && hold) throw new NoTable(`at ${at(own, other)} it holds with ${hold} and rolls with ${turn}`);
        if (roll && turn >= most) throw new NoTable(`at ${at(own, other, turn)} it rolls although holding wins`);
        if (!roll && !hold) hold = turn;
    }
    return hold;
}

function dice(ask: Ask, decide: Decide, grid: Grid, own: number, other: number): number {
    const answer = ask(decide, { dice: grid.most, goal: grid.goal, opponent: other, own }, 0);
    if (typeof answer === "number" && Number.isInteger(answer) && answer >= 0 && answer <= grid.most) return answer;
    throw new NoTable(`at ${at(own, other)} it answers ${shown(answer)}`);
}

/** The second time, from the last position to the first. */
function contradicts(ask: Ask, decide: Decide, grid: Grid, table: number[]): void {
    for (let own = grid.goal - 1; own >= 0; own--)
        for (let other = grid.goal - 1; other >= 0; other--) {
            const said = table[own * grid.goal + other]!;
            if (grid.kind === "dice") {
                const now = dice(ask, decide, grid, own, other);
                if (now !== said) throw new NoTable(`at ${at(own, other)} it answers ${said} and then ${now}`);
                continue;
            }
            for (let turn = grid.goal - own; turn >= 1; turn--)
                if (rolls(ask, decide, grid, own, other, turn, true) !== turn < said)
                    throw new NoTable(
                        `at ${at(own, other, turn)} its answers differ: it remembers something, or sees more than the scores`,
                    );
        }
}

export function tabulate(grid: Grid, fresh: () => Decide, ask: Ask): { table: number[]; why: string } {
    const table: number[] = [];
    try {
        const first = fresh();
        const cell = grid.kind === "dice" ? dice : holdAt;
        for (let own = 0; own < grid.goal; own++)
            for (let other = 0; other < grid.goal; other++) table.push(cell(ask, first, grid, own, other));
        contradicts(ask, fresh(), grid, table);
        return { table, why: "" };
    } catch (error) {
        return { table: [], why: (error instanceof NoTable ? error.message : String(error)).slice(0, longest) };
    }
}
