// Plays a match between every group of bots that fills the table, and collects the results.
import type { Engine, Files, MatchBatch, Printed } from "../../engine/interface.ts";
import { mostQuestions, type Answer, type Grid, type Program, type Question } from "../../frame/protocol.ts";
import { text } from "../../text/en.ts";
import { isAbort } from "../engine.ts";
import type { GameEntry } from "../games/games.ts";
import { editedName } from "../games/own-rules.ts";
import { sentence } from "../parts/failure.tsx";
import { faultOf } from "./check.ts";
import { kindOf, outside, type Entrant } from "./entrant.ts";
import { tabulated, type Tabulated } from "./exact.ts";
import { BotError, Outsider } from "./outsider.ts";

export interface Standing {
    bot: string;
    wins: number;
    win_rate: number | null;
    win_rate_se: number | null;
    money: number;
    money_se: number | null;
    score?: number | null;
    score_se?: number | null;
    forfeits: number;
    first_failure: { game: number; text: string } | null;
}

export interface Run {
    games: number;
    players: number;
    has_money: boolean;
    ranked_by: string;
    standings: Standing[];
}

/** A match between one group of bots. */
export interface Meeting {
    entrants: Entrant[];
    seed: number;
    run: Run | null;
    /** Exact win rates by entrant, or why there are none; null: not computed yet. */
    exact: number[] | { why: string } | null;
    /** Why the match could not be played to its end, if no bot is to blame. */
    failed: string | null;
}

export interface ArenaSettings {
    entry: GameEntry;
    game: string; // its spec, without players
    players: number;
    /** The size of a bot's table of answers in this game for two players; null if bots have no table. */
    grid: Grid | null;
    entrants: Entrant[];
    games: number; // of each meeting
    seed: number;
}

/** All ways to choose `size` of the bots, in their order. */
export function groups<T>(all: T[], size: number): T[][] {
    if (size === 0) return [[]];
    return all.flatMap((first, i) => groups(all.slice(i + 1), size - 1).map((rest) => [first, ...rest]));
}

/** The seed of a meeting depends only on its bots, so adding a bot changes no other meeting's games. (53 bits of
 *  FNV-1a.) */
export function seedOf(seed: number, names: string[]): number {
    let hash = 0xcbf29ce484222325n ^ BigInt(seed);
    for (const byte of new TextEncoder().encode(names.join("\n")))
        hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
    return Number(hash >> 11n);
}

const firstLook = 1000;
/** How many games run at once with WebAssembly modules: each game has its own instance, and memory in a browser is
 *  limited. */
const mostInstances = 16;

export class Arena {
    readonly meetings: Meeting[];
    readonly settings: ArenaSettings;
    readonly #engine: Engine;
    readonly #changed: () => void;
    readonly #tables = new Map<Entrant, Promise<Tabulated>>();
    readonly #outsiders = new Map<Entrant, Outsider>();
    readonly #checked = new Set<Entrant>();
    /** Why bots could not start, or were stopped. */
    readonly faults = new Map<Entrant, string>();
    /** How many meetings have been evaluated; null until all games are played. Evaluation is slow for Lua bots,
     *  which are asked in every position. */
    evaluated: number | null = null;

    constructor(engine: Engine, settings: ArenaSettings, changed: () => void) {
        this.settings = settings;
        this.#engine = engine;
        this.#changed = changed;
        const meet = groups(settings.entrants, settings.players);
        this.meetings = meet.map((entrants) => {
            const seed =
                meet.length === 1
                    ? settings.seed
                    : seedOf(
                          settings.seed,
                          entrants.map((e) => e.name),
                      );
            return { entrants, seed, run: null, exact: null, failed: null };
        });
    }

    /** Plays all meetings. A failing bot forfeits its games, and a failing meeting does not stop the others. Rejects
     *  only if every meeting failed. */
    async play(signal: AbortSignal): Promise<void> {
        await this.#start();
        let failure: unknown;
        for (const meeting of this.meetings) {
            if (signal.aborted) return;
            const policies = meeting.entrants.every((entrant) => isPolicy(entrant) && !this.faults.has(entrant));
            try {
                await (policies ? this.#run(meeting, signal) : this.#match(meeting, signal));
            } catch (error) {
                failure = error;
                meeting.failed = sentence(error);
                this.#changed();
            }
        }
        if (this.meetings.every((meeting) => meeting.failed !== null)) throw failure;
        if (this.settings.players > 2) return;
        for (const [i, meeting] of this.meetings.entries()) {
            if (signal.aborted) return;
            this.evaluated = i;
            this.#changed();
            await this.#evaluate(meeting, signal);
        }
    }

    /** Plays one game again and returns what happened, as `replay` prints it. */
    async show(meeting: Meeting, game: number): Promise<Printed> {
        await this.#start();
        const opened = await this.#engine.call({
            do: "match.open",
            ...this.#base(meeting),
            first: game,
            games: 1,
            seed: meeting.seed,
            recorded: true,
        });
        const batch = await this.#answerAll(meeting, opened, new AbortController().signal, () => {});
        const { rules } = this.settings.entry;
        const files: Files = rules === null ? {} : { [`${editedName}.lua`]: rules };
        const replay = await this.#engine.call({ do: "replay", record: batch.record ?? "", files });
        return { ...replay, record: batch.record };
    }

    close(): void {
        for (const outsider of this.#outsiders.values()) outsider.close();
        this.#outsiders.clear();
        this.#engine.close();
    }

    /* ---- bots in frames ---- */

    /** Starts the bots in frames. Bots that cannot play are added to `faults` and forfeit. */
    async #start(): Promise<void> {
        for (const entrant of this.settings.entrants) {
            if (this.#checked.has(entrant)) continue;
            if (entrant.program) await this.#startFrame(entrant, entrant.program);
            else {
                const why = await faultOf(this.#engine, this.settings, entrant);
                if (why !== null) this.#blame(entrant, why);
            }
            this.#checked.add(entrant);
        }
    }

    async #startFrame(entrant: Entrant, program: Program): Promise<void> {
        try {
            this.#outsiders.set(entrant, await Outsider.start(program));
        } catch (error) {
            if (!(error instanceof BotError)) throw error;
            this.#blame(entrant, error.message);
        }
    }

    #blame(entrant: Entrant, why: string): void {
        if (this.faults.has(entrant)) return;
        this.faults.set(entrant, why);
        this.#changed();
    }

    /** The answers of all bots to a batch, in the order of its questions. */
    async #answers(meeting: Meeting, batch: MatchBatch): Promise<Answer[]> {
        const answers: Answer[] = batch.questions.map(() => null);
        const open = batch.questions.map((question) => question.game);
        const ask = async (entrant: Entrant, bot: number): Promise<void> => {
            const at = batch.questions.flatMap((question, i) => (question.bot === bot ? [i] : []));
            if (at.length === 0) return;
            const questions: Question[] = at.map((i) => batch.questions[i]!).map(({ game, seat, view }) => ({ game, seat, view }));
            const outsider = this.#outsiders.get(entrant);
            const why = this.faults.get(entrant) ?? "";
            const given = outsider
                ? await outsider.ask(questions, open, meeting.seed)
                : questions.map((): Answer => ({ failure: "skipped", text: why }));
            if (outsider?.ended) this.#blame(entrant, outsider.ended);
            at.forEach((place, i) => (answers[place] = given[i] ?? null));
        };
        await Promise.all(meeting.entrants.map(ask));
        return answers;
    }

    async #answerAll(
        meeting: Meeting,
        opened: MatchBatch,
        signal: AbortSignal,
        counted: (batch: MatchBatch) => void,
    ): Promise<MatchBatch> {
        let batch = opened;
        try {
            while (!batch.over && !signal.aborted) {
                const answers = await this.#answers(meeting, batch);
                batch = await this.#engine.call({ do: "match.next", id: batch.id, answers });
                counted(batch);
            }
        } finally {
            for (const entrant of meeting.entrants) await this.#outsiders.get(entrant)?.ask([], [], 0);
            await this.#engine.call({ do: "match.close", id: batch.id });
        }
        return batch;
    }

    /* ---- meetings ---- */

    #base(meeting: Meeting): { game: string; rules?: string; bots: string[]; files: Files } {
        const files: Files = {};
        for (const entrant of meeting.entrants)
            if (entrant.file && !this.faults.has(entrant)) files[entrant.file.name] = entrant.file.content;
        const { entry, game } = this.settings;
        // A bot that cannot play takes part as an outside bot, which answers every question with a failure.
        const bots = meeting.entrants.map((entrant) => (this.faults.has(entrant) ? outside(entrant.name) : entrant.spec));
        return { game, ...(entry.rules !== null && { rules: entry.rules }), bots, files };
    }

    /** Plays policies, which the engine does much faster without questions. Each pass plays four times as many
     *  games, so results appear early. */
    async #run(meeting: Meeting, signal: AbortSignal): Promise<void> {
        for (
            let games = Math.min(firstLook, this.settings.games);
            !signal.aborted;
            games = Math.min(4 * games, this.settings.games)
        ) {
            try {
                meeting.run = (await this.#engine.call(
                    { do: "run", ...this.#base(meeting), games, seed: meeting.seed },
                    { signal },
                )) as Printed as Run;
            } catch (error) {
                if (isAbort(error)) return;
                throw error;
            }
            this.#changed();
            if (games === this.settings.games) return;
        }
    }

    async #match(meeting: Meeting, signal: AbortSignal): Promise<void> {
        const modules = meeting.entrants.some((entrant) => entrant.program?.kind === "wasm");
        const atOnce = modules ? mostInstances : mostQuestions;
        const opened = await this.#engine.call({
            do: "match.open",
            ...this.#base(meeting),
            games: this.settings.games,
            seed: meeting.seed,
            at_once: atOnce,
        });
        const count = (batch: MatchBatch): void => {
            if (batch.done === 0 || batch.done === meeting.run?.games) return;
            meeting.run = batch.run as Printed as Run;
            this.#changed();
        };
        count(opened); // without bots in frames there are no questions, and a short match is over already
        await this.#answerAll(meeting, opened, signal, count);
    }

    #table(entrant: Entrant): Promise<Tabulated> {
        const found = this.#tables.get(entrant) ?? tabulated(entrant, this.settings.players === 2 ? this.settings.grid : null);
        this.#tables.set(entrant, found);
        return found;
    }

    /** Computes the exact win rates of a meeting. */
    async #evaluate(meeting: Meeting, signal: AbortSignal): Promise<void> {
        const base = this.#base(meeting);
        for (const [i, entrant] of meeting.entrants.entries()) {
            const fault = this.faults.get(entrant);
            if (!entrant.program && fault === undefined) continue;
            const found = fault === undefined ? await this.#table(entrant) : { why: text.arena.cannotPlay };
            if ("why" in found) {
                meeting.exact = { why: text.arena.fault(entrant.name, found.why) };
                this.#changed();
                return;
            }
            base.bots[i] = found.spec;
            base.files[found.file.name] = found.file.content;
        }
        try {
            const result = (await this.#engine.call({ do: "eval", ...base }, { signal })) as Printed;
            meeting.exact = exactRates(result, meeting.entrants.length);
        } catch (error) {
            if (isAbort(error)) return;
            meeting.exact = { why: sentence(error) };
        }
        this.#changed();
    }
}

/** Built-in bots and tables are policies, including those that play at random. */
function isPolicy(entrant: Entrant): boolean {
    const kind = kindOf(entrant);
    return kind === "builtin" || kind === "table";
}

function exactRates(result: Printed, bots: number): number[] | null {
    const turn = result["mean"] ?? result["first"];
    const win: unknown = turn?.win?.value;
    const loss: unknown = turn?.loss?.value;
    if (typeof win !== "number") return null;
    return bots === 1 || typeof loss !== "number" ? [win] : [win, loss];
}
