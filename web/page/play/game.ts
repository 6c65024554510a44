// A game at the table: requests one step at a time from the engine, at a pace that people can follow, and stores what a reload
// needs.
import type { Engine, PlayEvent, PlayHint, PlayState, Progress } from "../../engine/interface.ts";
import { specOf } from "../games/games.ts";
import { sentence } from "../parts/failure.tsx";
import { ruleFiles } from "../review/rule-files.ts";
import { unfinished } from "../store/database.ts";
import { holdTable } from "../store/tab.ts";
import { freshSeed, seatWords, type Setup } from "./setup.ts";

/** Seconds between steps that do not wait for a person. */
export type Pace = 0 | 0.4 | 0.8 | 1.6;

export interface Warning {
    move: number;
    name: string;
    hint: PlayHint;
    /** A move that wins at once, which the chosen one throws away. */
    wins: string | null;
}

type HintMove = PlayHint["moves"][number];

/** The name of a move that wins at once, where another one that costs something was chosen. */
function missedWin(chosen: HintMove, { moves }: PlayHint): string | null {
    return chosen.cost > 0 && !chosen.wins ? (moves.find((move) => move.wins)?.name ?? null) : null;
}

export interface TableView {
    state: PlayState;
    log: PlayEvent[];
    rolled: { faces: number[]; sides: number; seat: number; number: number } | null;
    hint: PlayHint | null;
    /** The player has asked for the best move here. */
    asked: boolean;
    warning: Warning | null;
    busy: boolean;
    /** How far the values of positions are, while they are worked out. */
    progress: Progress | null;
    skipping: boolean;
    failure: string | null;
    unsaved: string | null;
    /** Another tab keeps its game, so this one is not kept. */
    elsewhere: boolean;
}

export class TableGame {
    readonly setup: Setup;
    private readonly engine: Engine;
    private readonly listeners = new Set<() => void>();
    private view: TableView;
    private timer: ReturnType<typeof setTimeout> | undefined;
    private closed = false;
    private giveUp: (() => void) | undefined; // the right to keep the game
    pace: Pace = 0.8;
    /** Whether all moves are wanted at each decision, and not only the usual ones. */
    showsAll = false;

    private constructor(engine: Engine, setup: Setup, state: PlayState, log: PlayEvent[]) {
        this.engine = engine;
        this.setup = setup;
        this.view = {
            state,
            log,
            rolled: null,
            hint: null,
            asked: false,
            warning: null,
            busy: false,
            progress: null,
            skipping: false,
            failure: null,
            unsaved: null,
            elsewhere: false,
        };
        this.view.rolled = this.lastRoll(state, log);
    }

    /** Begins a game. Fails as `play.open` does. */
    static async open(engine: Engine, setup: Setup, progress: (p: Progress) => void = () => undefined): Promise<TableGame> {
        const state = await engine.call(
            {
                do: "play.open",
                game: specOf(setup.game, setup.parameters),
                ...(setup.rules === null ? {} : { rules: setup.rules }),
                seats: setup.seats.map(seatWords),
                seed: setup.seed === "" ? freshSeed() : setup.seed,
                order: setup.seats.length > 1 ? setup.order : "given",
                ...(setup.manual ? { manual: true } : {}),
                ...(setup.objective ? { for: setup.objective as "win" } : {}),
                coach: setup.coach !== "off",
            },
            { progress },
        );
        const game = new TableGame(engine, setup, state, []);
        await game.hold(false);
        return game;
    }

    /** Goes on with the unfinished game of a record. */
    static async restore(engine: Engine, record: string, setup: Setup): Promise<TableGame> {
        const state = await engine.call({
            do: "play.restore",
            record,
            ...ruleFiles(record, setup.rules),
            ...(setup.objective ? { for: setup.objective as "win" } : {}),
            coach: setup.coach !== "off",
        });
        const { events } = await engine.call({ do: "play.events", id: state.id });
        const game = new TableGame(engine, setup, state, events);
        await game.hold(false);
        return game;
    }

    look(): TableView {
        return this.view;
    }

    listen(listener: () => void): () => void {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    }

    close(): void {
        this.closed = true;
        clearTimeout(this.timer);
        this.giveUp?.();
        this.engine.call({ do: "play.close", id: this.view.state.id }).catch(() => undefined);
    }

    /** Must a person press a button for the dice? Yes at the beginning of a turn; later rolls belong to the decision before. */
    rollsByHand(): boolean {
        const { state, log } = this.view;
        if (state.waits !== "dice" || state.seat === null) return false;
        if (state.manual) return true;
        if (this.playerIn(state.seat)?.kind !== "human") return false;
        const last = log.at(-1);
        return !last || last.seat !== state.seat || last.turn !== state.turn;
    }

    /** Whether the next step needs no person: a computer decides, or dice roll. */
    stepsAlone(): boolean {
        const { waits } = this.view.state;
        return waits === "computer" || (waits === "dice" && !this.rollsByHand());
    }

    playerIn(seat: number): PlayState["players"][number] | undefined {
        return this.view.state.players[this.view.state.in_seat[seat] ?? -1];
    }

    nameOf(seat: number): string {
        return this.playerIn(seat)?.name ?? "";
    }

    /** Plays on until a person has to decide. */
    start(): void {
        this.schedule();
        void this.think();
    }

    async roll(faces?: number[]): Promise<void> {
        const { progress } = this;
        await this.act(() =>
            this.engine.call({ do: "play.step", id: this.view.state.id, ...(faces ? { faces } : {}) }, { progress }),
        );
    }

    /** Plays a move, unless the coach has a warning that the player has not seen. */
    async choose(move: number, warned = false): Promise<void> {
        if (this.view.busy || this.view.state.waits !== "person") return;
        if (this.setup.coach !== "off" && !warned) {
            const { state } = this.view;
            const hint = await this.hint();
            if (this.view.state !== state) return; // the game has changed meanwhile
            const chosen = hint?.moves.find((m) => m.move === move);
            const wins = hint && chosen ? missedWin(chosen, hint) : null;
            if (hint && chosen && (wins !== null || chosen.grade === "blunder"))
                return this.change({ warning: { move, name: chosen.name, hint, wins } });
        }
        const { progress } = this;
        await this.act(() => this.engine.call({ do: "play.choose", id: this.view.state.id, move }, { progress }));
    }

    dismiss(): void {
        this.change({ warning: null });
    }

    async undo(): Promise<void> {
        const seat = this.view.state.undo[0];
        if (seat !== undefined) await this.act(() => this.engine.call({ do: "play.undo", id: this.view.state.id, seat }));
    }

    /** Shows what each move is worth here. */
    async ask(): Promise<void> {
        this.change({ asked: true });
        await this.hint();
    }

    /** Whether the player sees the values of moves. */
    shows(): boolean {
        return this.setup.coach === "show" || this.view.asked;
    }

    /** The value of each move in this position; null if it cannot be computed. Requested once for a position. */
    async hint(): Promise<PlayHint | null> {
        const { state, hint } = this.view;
        if (hint || state.waits !== "person") return hint;
        try {
            const found = await this.engine.call({ do: "play.hint", id: state.id }, { progress: this.progress });
            if (this.view.state === state) this.change({ hint: found, progress: null });
            return found;
        } catch (error) {
            if (this.view.state === state) this.change({ failure: sentence(error), progress: null });
            return null;
        }
    }

    /** The rest of the computers' turns without pauses. */
    skip(): void {
        this.change({ skipping: true });
        this.schedule();
    }

    private readonly progress = (progress: Progress): void => {
        if (!this.closed) this.change({ progress });
    };

    private change(fresh: Partial<TableView>): void {
        this.view = { ...this.view, ...fresh };
        for (const listener of this.listeners) listener();
    }

    private lastRoll(state: PlayState, log: PlayEvent[]): TableView["rolled"] {
        const number = log.findLastIndex((event) => event.faces !== null && event.name === null);
        const event = log[number];
        if (!event?.faces) return null;
        const sides = state.dice?.sides ?? this.view.rolled?.sides ?? Math.max(6, ...event.faces);
        return { faces: event.faces, sides: Math.max(sides, ...event.faces), seat: event.seat, number };
    }

    /** Events are appended, or, after an undo, dropped. */
    private async follow(state: PlayState): Promise<PlayEvent[]> {
        const { log } = this.view;
        if (state.events <= log.length) return log.slice(0, state.events);
        if (state.events === log.length + 1 && state.last) return [...log, state.last];
        const { events } = await this.engine.call({ do: "play.events", id: state.id, from: log.length });
        return [...log, ...events];
    }

    private async act(call: () => Promise<PlayState>): Promise<void> {
        if (this.view.busy || this.closed) return;
        clearTimeout(this.timer);
        this.change({ busy: true, failure: null, warning: null });
        try {
            const state = await call();
            const log = await this.follow(state);
            this.change({ state, log, rolled: this.lastRoll(state, log), hint: null, asked: false, busy: false, progress: null });
            await this.keep();
        } catch (error) {
            return this.change({ busy: false, progress: null, failure: sentence(error) });
        }
        if (this.closed) return;
        this.schedule();
        void this.think();
    }

    private async think(): Promise<void> {
        if (this.setup.coach === "show" && this.view.state.waits === "person") await this.hint();
    }

    /** Schedules the next step that needs no person. While a step is running there is nothing to schedule: its end calls this
     *  again. */
    private schedule(): void {
        if (this.view.busy) return;
        clearTimeout(this.timer);
        const { state, log, skipping } = this.view;
        const alone = this.stepsAlone();
        if (!alone && skipping) this.change({ skipping: false });
        if (!alone || this.closed) return;
        const mine = log.at(-1)?.kind === "move" && state.waits === "dice"; // dice follow a decision at once
        const wait = skipping || log.length === 0 ? 0 : mine ? Math.min(this.pace, 0.15) : this.pace;
        this.timer = setTimeout(() => void this.roll(), 1000 * wait);
    }

    /** Asks for the right to keep this game, and keeps it; `take`: and not the one of another tab. */
    async hold(take: boolean): Promise<void> {
        const giveUp = await holdTable(take, () => this.change({ elsewhere: true }));
        this.giveUp = giveUp ?? undefined;
        this.change({ elsewhere: giveUp === null });
        if (this.closed) giveUp?.();
        else await this.keep();
    }

    /** Every decision is kept before the next question, as at the console. */
    private async keep(): Promise<void> {
        const { state, elsewhere } = this.view;
        if (elsewhere) return;
        try {
            if (state.waits === "over") await unfinished.drop();
            else await unfinished.write({ record: state.record, rules: this.setup.rules, setup: this.setup });
        } catch (error) {
            this.change({ unsaved: sentence(error) });
        }
    }
}
