// Programs of frames as tables, with which the engine computes exact results.
import { mostCells, type Grid } from "../../frame/protocol.ts";
import { text } from "../../text/en.ts";
import type { GameEntry } from "../games/games.ts";
import { sentence } from "../parts/failure.tsx";
import { plainName, type Entrant } from "./entrant.ts";
import { Outsider } from "./outsider.ts";

/** A table as a bot for the engine, or the reason why it cannot be made. */
export type Tabulated = { spec: string; file: { name: string; content: string }; table: number[] } | { why: string };

/** Races for two that depend only on the scores and the turn. (Pig-Pen has a chase, which tables do not cover.) */
const plainRaces = ["pig", "piglet", "two-dice-pig"];
const mostDice = 10;

/** The size of a table for the game; null if it has none. */
export function gridOf(game: GameEntry, goal: number): Grid | null {
    const plain = game.family === "hog" || (game.rules === null && plainRaces.includes(game.name));
    if (!plain || !(goal > 0 && goal * goal <= mostCells)) return null;
    return { kind: game.family === "hog" ? "dice" : "hold", goal, most: mostDice };
}

function csvOf(grid: Grid, table: number[]): string {
    const rows = Array.from({ length: grid.goal }, (_, own) => table.slice(own * grid.goal, (own + 1) * grid.goal));
    if (grid.kind === "dice") return rows.map((row) => `${row.join()}\n`).join("");
    return `own,other,hold_at\n${rows.flatMap((row, own) => row.map((hold, other) => `${own},${other},${hold}\n`)).join("")}`;
}

/** Asks the program about every position, in a separate frame, so that it cannot affect anything else. */
export async function tabulated(entrant: Entrant, grid: Grid | null): Promise<Tabulated> {
    if (!grid || !entrant.program) return { why: text.arena.noTable };
    let bot: Outsider | undefined;
    try {
        bot = await Outsider.start(entrant.program);
        const { table, why } = await bot.tabulate(grid);
        if (why || table.length !== grid.goal ** 2) return { why: text.arena.noFunction(why) };
        const file = { name: `${plainName(entrant.name)}.table.csv`, content: csvOf(grid, table) };
        return { spec: `table:${file.name}`, file, table };
    } catch (error) {
        return { why: sentence(error) };
    } finally {
        bot?.close();
    }
}
