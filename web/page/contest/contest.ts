// An exact contest: every program becomes a table, and the engine computes how often each beats each.
import type { Engine, Files, GameMap, Printed } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { faultOf } from "../arena/check.ts";
import { kindOf, type Entrant } from "../arena/entrant.ts";
import { gridOf, tabulated } from "../arena/exact.ts";
import type { GameEntry } from "../games/games.ts";

export interface ContestSettings {
    entry: GameEntry;
    game: string; // its spec
    goal: number;
    entrants: Entrant[];
}

export interface Ranked {
    entrant: Entrant;
    rank: number;
    won: number;
    meanRate: number | null;
}

export interface ContestResult {
    game: string;
    ranked: Ranked[];
    /** By place in `ranked`: how often the first beats the second. */
    rates: number[][];
    errorBound: number;
    disqualified: { entrant: Entrant; why: string }[];
    files: Files;
    /** Tables of the programs that were tabulated here. */
    tables: Map<Entrant, number[]>;
}

interface PrintedEntry {
    file: string;
    status: string;
    reason: string | null;
    matches_won: number;
    rank: number;
    mean_rate: number | null;
}

/** How the contest calls an entry: a built-in bot, or a file. */
function entryName(entrant: Entrant): string {
    return entrant.file ? entrant.file.name : entrant.spec;
}

export async function holdContest(
    engine: Engine,
    settings: ContestSettings,
    told: (done: number) => void,
    signal: AbortSignal,
): Promise<ContestResult> {
    const files: Files = {};
    const names = new Map<string, Entrant>();
    const result: ContestResult = {
        game: settings.game,
        ranked: [],
        rates: [],
        errorBound: 0,
        disqualified: [],
        files,
        tables: new Map(),
    };
    const grid = gridOf(settings.entry, settings.goal);
    for (const [i, entrant] of settings.entrants.entries()) {
        signal.throwIfAborted();
        told(i);
        let file = entrant.file;
        if (entrant.program) {
            const found = await tabulated(entrant, grid);
            if ("why" in found) {
                result.disqualified.push({ entrant, why: found.why });
                continue;
            }
            file = found.file;
            result.tables.set(entrant, found.table);
        }
        // The engine judges files one by one, but refuses a contest with an unknown built-in strategy.
        const why =
            kindOf(entrant) === "builtin"
                ? await faultOf(engine, { entry: settings.entry, game: settings.game, players: 2 }, entrant)
                : null;
        if (why !== null) {
            result.disqualified.push({ entrant, why });
            continue;
        }
        const name = file?.name ?? entryName(entrant);
        const same = names.get(name);
        if (same) {
            result.disqualified.push({ entrant, why: text.contest.twice(same.name) });
            continue;
        }
        if (file) files[file.name] = file.content;
        names.set(name, entrant);
    }
    if (names.size === 0) return result;
    const printed = await engine.call({ do: "contest", game: settings.game, entries: [...names.keys()], files }, { signal });
    rank(printed as Printed, names, result);
    return result;
}

function rank(printed: Printed, names: Map<string, Entrant>, result: ContestResult): void {
    const entries = printed["entries"] as PrintedEntry[];
    const ranking = printed["ranking"] as number[];
    const rates = printed["rates"] as number[][];
    result.game = String(printed["game"]);
    result.errorBound = Number(printed["error_bound"]);
    for (const entry of entries) {
        const entrant = names.get(entry.file);
        if (entrant && entry.status !== "ok") result.disqualified.push({ entrant, why: entry.reason ?? text.contest.noReason });
    }
    // In a class the game's own bots take no rank; here all entries are ranked alike.
    const won = ranking.map((i) => entries[i]!.matches_won);
    result.ranked = ranking.flatMap((i) => {
        const entry = entries[i]!;
        const entrant = names.get(entry.file);
        return entrant
            ? [
                  {
                      entrant,
                      rank: 1 + won.filter((n) => n > entry.matches_won).length,
                      won: entry.matches_won,
                      meanRate: entry.mean_rate,
                  },
              ]
            : [];
    });
    result.rates = ranking.map((i) => ranking.map((j) => rates[i]![j]!));
}

/** How many dice a strategy rolls; without an entrant, the optimum at the start of a game with these scores. */
export async function mapOf(
    engine: Engine,
    settings: ContestSettings,
    result: ContestResult,
    entrant: Entrant | null,
    signal: AbortSignal,
): Promise<GameMap> {
    const table = entrant && result.tables.get(entrant);
    if (table) {
        const axes: [string, number][] = [
            ["own", settings.goal],
            ["other", settings.goal],
        ];
        const bots = [entrant.name];
        return {
            game: result.game,
            kind: "moves",
            objective: "win",
            bots,
            axes,
            from: [0, 0],
            step: [1, 1],
            end: 0,
            memory: 0,
            cells: Int32Array.from(table),
        };
    }
    const bot = entrant && kindOf(entrant) === "table" ? `table:${entryName(entrant)}` : entrant && entryName(entrant);
    return engine.call(
        { do: "map", game: settings.game, kind: "moves", ...(bot !== null && { bot }), files: result.files },
        { signal },
    );
}
