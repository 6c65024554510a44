import type { JSX, RefObject, TargetedKeyboardEvent } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PlayEvent, PlayMove } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { shortTitle } from "../games/games.ts";
import { Dice } from "../parts/dice.tsx";
import { Facts } from "../parts/facts.tsx";
import { saveText } from "../parts/files.ts";
import { precise, unitOf, value } from "../parts/numbers.ts";
import { Wide } from "../parts/wide.tsx";
import { Working } from "../parts/working.tsx";
import { remark, Worth } from "./coach-panel.tsx";
import type { Pace, TableGame, TableView } from "./game.ts";
import { KeepDice } from "./keep-dice.tsx";
import { drawnDice, handOf } from "./kept.ts";

function useTable(game: TableGame): TableView {
    const [view, setView] = useState(game.look());
    useEffect(() => {
        const follow = (): void => setView(game.look());
        follow();
        return game.listen(follow);
    }, [game]);
    return view;
}

/** The score that a game asks for, from its spec; null: it asks for none. */
function goalOf(spec: string): number | null {
    const goal = /[(,]goal=(\d+)/.exec(spec)?.[1];
    return goal === undefined ? null : Number(goal);
}

function Players({ view }: { view: TableView }): JSX.Element {
    const { state } = view;
    const goal = goalOf(state.game);
    return (
        <ul class="players">
            {state.in_seat.map((player, seat) => {
                // The score sheet already shows what is left to attempt.
                const [first, ...others] = (state.facts[seat] ?? []).filter(
                    (fact) => !state.sheet || !fact.label.startsWith("left"),
                );
                const turn = state.seat === seat;
                return (
                    <li key={seat} class={turn ? "player turn" : "player"} aria-current={turn ? "true" : undefined}>
                        <span class={`name k${player % 4}`}>{state.players[player]?.name}</span>
                        {turn && <span class="hidden">({text.play.toMove})</span>}
                        {first && (
                            <span class="score">
                                <b>{first.value}</b> {goal === null ? first.label : text.play.ofGoal(goal)}
                            </span>
                        )}
                        {goal !== null && (
                            <progress class="to-goal" max={goal} value={state.scores[seat] ?? 0} aria-label={text.play.progress} />
                        )}
                        {others.length > 0 && <Facts facts={others} />}
                    </li>
                );
            })}
        </ul>
    );
}

/** Whether an event is an outcome with a name instead of faces, such as a coin's. */
const isNamed = (event: PlayEvent): event is PlayEvent & { name: string } => event.kind === "roll" && event.name !== null;

/** What an event was, in a sentence or two. */
function tell(game: TableGame, event: PlayEvent): string {
    const name = game.nameOf(event.seat);
    if (isNamed(event) && event.told) return event.told;
    const what = event.faces
        ? text.play.rolled(name, isNamed(event) ? [event.name] : event.faces)
        : event.name !== null
          ? text.play.moved(name, event.name)
          : text.play.forfeited(name);
    return event.told ? `${what} ${event.told}` : what;
}

/** What was said of an event, without the name of its outcome. */
function behindName(event: PlayEvent, player: string): string {
    const usual = `${player}: ${event.name}.`;
    return isNamed(event) && event.told.startsWith(usual) ? event.told.slice(usual.length).trim() : event.told;
}

function orderTold(view: TableView): string | null {
    const { state } = view;
    if (!state.order) return null;
    const rolls = state.order.map((face, player) => text.play.orderRoll(state.players[player]?.name ?? "", face));
    return text.play.orderRolled(rolls, state.players[state.in_seat[0] ?? 0]?.name ?? "");
}

const isPersons = (game: TableGame, event: PlayEvent): boolean =>
    event.kind === "move" && game.playerIn(event.seat)?.kind === "human";

/** The coach's remarks: about every roll and decision of a person, or only about mistakes. */
function coached(game: TableGame, event: PlayEvent, objective: string): string {
    const wanted =
        game.setup.coach === "show"
            ? event.faces !== null || isPersons(game, event)
            : game.setup.coach === "warn" && isPersons(game, event) && (event.cost?.amount ?? 0) > 0;
    return wanted ? remark(event, game.nameOf(event.seat), objective) : "";
}

/** The last event; announced by screen readers. */
function News({ game, view }: { game: TableGame; view: TableView }): JSX.Element {
    const last = view.log.at(-1);
    const before = view.log.at(-2);
    // The roll after a person's decision is shown with it, together with the coach's remark about the decision.
    const both = before && last?.faces && before.seat === last.seat && before.turn === last.turn && isPersons(game, before);
    const events = both ? [before, last] : last ? [last] : [];
    const remarks = events.map((event) => coached(game, event, view.state.objective)).filter(Boolean);
    return (
        <div class="news" role="status">
            <p>{last ? tell(game, last) : orderTold(view)}</p>
            {remarks.length > 0 && <p class="soft">{remarks.join(" ")}</p>}
        </div>
    );
}

function Outcome({ view }: { view: TableView }): JSX.Element | null {
    const { outcome, players, in_seat: inSeat } = view.state;
    if (!outcome) return null;
    const winner = outcome.winner === null ? undefined : players[inSeat[outcome.winner] ?? -1];
    const alone = inSeat.length === 1 && view.state.objective === "score";
    const sentence = alone ? text.play.over(outcome.scores[0] ?? 0) : winner ? text.play.wins(winner.name) : text.play.nobody;
    const money = inSeat.flatMap((player, seat) =>
        outcome.money[seat] ? [text.play.paid(players[player]?.name ?? "", outcome.money[seat])] : [],
    );
    return (
        <p class="outcome" role="status">
            {[sentence, ...money].join(" ")}
        </p>
    );
}

/** Real dice: a number for each. */
function RealDice({ count, sides, enter }: { count: number; sides: number; enter(faces: number[]): void }): JSX.Element {
    const [faces, setFaces] = useState<string[]>(Array<string>(count).fill(""));
    return (
        <form
            class="real-dice"
            onSubmit={(event) => {
                event.preventDefault();
                enter(faces.map(Number));
            }}
        >
            <p>{text.play.realDice(count, sides)}</p>
            <div class="row">
                {faces.map((face, i) => (
                    <input
                        key={i}
                        type="number"
                        inputMode="numeric"
                        required
                        min={1}
                        max={sides}
                        value={face}
                        aria-label={text.play.die(i + 1)}
                        onInput={(e) => setFaces(faces.with(i, e.currentTarget.value))}
                    />
                ))}
                <button type="submit" class="main-action">
                    {text.play.enter}
                </button>
            </div>
        </form>
    );
}

function MoveButtons({ game, view }: { game: TableGame; view: TableView }): JSX.Element {
    const { state, hint } = view;
    const [all, setAll] = useState(game.showsAll);
    const choose = (m: PlayMove): void => void game.choose(m.move);
    const showAll = (wanted: boolean): void => {
        game.showsAll = wanted; // at the next decision too
        setAll(wanted);
    };
    const short = state.shortlist && !all ? state.moves.filter((m) => state.shortlist!.includes(m.move)) : state.moves;
    const cost = (m: PlayMove): string => {
        const found = game.shows() && hint?.moves.find((h) => h.move === m.move);
        return !found ? "" : found.cost === 0 ? text.play.best : `\u2212${precise(found.cost, unitOf(view.hint!.objective))}`;
    };
    const kind = short.length <= 4 ? "moves" : short.every((m) => /^\d+$/.test(m.name)) ? "moves many numbers" : "moves many";
    const keeps = handOf(state).length > 0;
    return (
        <>
            <KeepDice state={state} log={view.log} busy={view.busy} choose={choose} />
            {keeps && !all && <p class="soft">{text.play.orFill}</p>}
            <div class={kind} role="group" aria-label={text.play.moves}>
                {short.map((m) => (
                    <button
                        key={m.move}
                        type="button"
                        class={short.length > 4 ? "move" : "move main-action"}
                        data-move={m.move}
                        disabled={view.busy}
                        onClick={() => choose(m)}
                    >
                        <span>{m.name}</span>
                        {(m.remark || cost(m)) && <small>{[m.remark, cost(m)].filter(Boolean).join(" · ")}</small>}
                    </button>
                ))}
            </div>
            {state.shortlist && state.shortlist.length < state.moves.length && (
                <button type="button" class={keeps ? "plain" : "wide-action"} onClick={() => showAll(!all)}>
                    {all ? text.play.fewMoves : text.play.allMoves(state.moves.length)}
                </button>
            )}
        </>
    );
}

function question(game: TableGame, view: TableView): string {
    const { state } = view;
    const name = game.nameOf(state.seat ?? 0);
    const names = state.moves.map((m) => m.name);
    if (!state.question) return text.play.question(name, names);
    const moves =
        names.length > 3 && names.every((n) => /^\d+$/.test(n))
            ? `${names[0]}–${names.at(-1)}`
            : names.join(", ").replace(/, (?=[^,]*$)/, " or ");
    const filled = state.question.replaceAll("{moves}", moves).replaceAll("{player}", name);
    return text.play.ask(name, filled);
}

/** What a move gives away, in words. */
function lost(cost: number, objective: string): string {
    const unit = unitOf(objective);
    return text.play.lost(value(cost, unit), unit);
}

function Alarm({ game, view }: { game: TableGame; view: TableView }): JSX.Element | null {
    const again = useRef<HTMLButtonElement>(null);
    const { warning } = view;
    // With the warning and not a frame after it: until then nothing has the focus, and Escape would be lost.
    useLayoutEffect(() => {
        if (warning) again.current?.focus();
    }, [warning]);
    if (!warning) return null;
    const cost = warning.hint.moves.find((m) => m.move === warning.move)?.cost ?? 0;
    return (
        <div
            class="failure"
            role="alertdialog"
            aria-labelledby="warning-title"
            onKeyDown={(event) => event.key === "Escape" && game.dismiss()}
        >
            <p id="warning-title">{text.play.warning(warning.name, lost(cost, warning.hint.objective), warning.wins)}</p>
            <div class="row">
                <button ref={again} type="button" class="main-action" onClick={() => game.dismiss()}>
                    {text.play.thinkAgain}
                </button>
                <button type="button" onClick={() => void game.choose(warning.move, true)}>
                    {text.play.playAnyway(warning.name)}
                </button>
            </div>
        </div>
    );
}

/** What the person at the table can do now. */
function Actions({ game, view }: { game: TableGame; view: TableView }): JSX.Element {
    const { state } = view;
    const name = game.nameOf(state.seat ?? 0);
    if (state.waits === "over") return <Outcome view={view} />;
    if (state.waits === "person" && !view.warning) {
        return (
            <>
                <p class="question">{question(game, view)}</p>
                <MoveButtons key={state.events} game={game} view={view} />
            </>
        );
    }
    if (state.waits === "person") return <Alarm game={game} view={view} />;
    if (game.rollsByHand() && state.dice && state.manual) {
        return (
            <RealDice
                key={state.events}
                count={state.dice.count}
                sides={state.dice.sides}
                enter={(faces) => void game.roll(faces)}
            />
        );
    }
    if (game.rollsByHand()) {
        return (
            <>
                <p class="question">{text.play.turnOf(name)}</p>
                <button
                    type="button"
                    class="main-action move"
                    data-move="roll"
                    disabled={view.busy}
                    onClick={() => void game.roll()}
                >
                    {text.play.roll}
                </button>
            </>
        );
    }
    return <p class="question soft">{text.play.turnOf(name)}</p>;
}

/** What is being computed while nothing visible happens; the style sheet shows it only after a delay. */
function Patience({ game, view }: { game: TableGame; view: TableView }): JSX.Element | null {
    const { state } = view;
    const working = view.busy || (game.shows() && state.waits === "person" && !view.hint && !view.failure);
    if (!working || state.waits === "over") return null;
    const waits = view.busy && view.asked && !view.hint && state.waits === "person";
    const words =
        state.waits === "computer"
            ? text.play.thinking(game.nameOf(state.seat ?? 0))
            : waits
              ? text.play.moveWaits
              : text.play.working;
    if (view.progress) return <Working label={words} progress={view.progress} />;
    return (
        <p class="soft patience" role="status">
            {words}
        </p>
    );
}

function Log({ game, view }: { game: TableGame; view: TableView }): JSX.Element {
    const turns: { turn: number; seat: number; events: PlayEvent[] }[] = [];
    for (const event of view.log) {
        const last = turns.at(-1);
        if (last && last.turn === event.turn) last.events.push(event);
        else turns.push({ turn: event.turn, seat: event.seat, events: [event] });
    }
    const order = orderTold(view);
    return (
        <details class="log">
            <summary>{text.play.log}</summary>
            {order && <p>{order}</p>}
            <ol tabIndex={0} aria-label={text.play.log}>
                {turns.toReversed().map((turn) => (
                    <li key={turn.turn} value={turn.turn}>
                        <b>{game.nameOf(turn.seat)}</b>{" "}
                        {turn.events.map((event, i) => (
                            <span key={i}>
                                {event.faces ? (
                                    <span class="faces">{isNamed(event) ? event.name : event.faces.join(" ")}</span>
                                ) : (
                                    <span>{event.name ?? text.play.forfeited("")}</span>
                                )}{" "}
                                {event.told && <span class="soft">{behindName(event, game.nameOf(turn.seat))} </span>}
                            </span>
                        ))}
                    </li>
                ))}
            </ol>
        </details>
    );
}

function Sheet({ game, view }: { game: TableGame; view: TableView }): JSX.Element | null {
    const { sheet, in_seat: inSeat } = view.state;
    if (!sheet) return null;
    return (
        <details class="sheet" open={innerWidth > 768}>
            <summary>{text.play.sheet}</summary>
            <Wide label={text.play.sheet}>
                <table>
                    <thead>
                        <tr>
                            <th scope="col">{text.play.combination}</th>
                            {inSeat.map((_, seat) => (
                                <th key={seat} scope="col" class="n">
                                    {game.nameOf(seat)}
                                </th>
                            ))}
                        </tr>
                    </thead>
                    <tbody>
                        {sheet.rows.map((row, r) => (
                            <tr key={row.name}>
                                <th scope="row">
                                    {row.name} <small class="soft">{row.contents}</small>
                                </th>
                                {inSeat.map((_, seat) => (
                                    <td key={seat} class="n">
                                        {sheet.marks[seat]?.[r] ?? "–"}
                                    </td>
                                ))}
                            </tr>
                        ))}
                    </tbody>
                </table>
            </Wide>
        </details>
    );
}

interface TableProps {
    game: TableGame;
    leave(): void;
    /** Plays once more with the same players. */
    again(): void;
}

const paces: [Pace, string][] = [
    [1.6, text.play.paces.slow],
    [0.8, text.play.paces.normal],
    [0.4, text.play.paces.fast],
    [0, text.play.paces.instant],
];

function Tools({ game, view, leave, again }: TableProps & { view: TableView }): JSX.Element {
    const { state } = view;
    const [pace, setPace] = useState(game.pace);
    // It stands last, where nothing takes its place: who presses it a moment too late does not press a move.
    const waiting = state.waits !== "person" && state.waits !== "over" && !game.rollsByHand();
    const choosePace = (chosen: Pace): void => {
        game.pace = chosen;
        setPace(chosen);
    };
    return (
        <div class="row tools">
            {game.setup.coach !== "show" && state.waits === "person" && !view.asked && (
                <button type="button" onClick={() => void game.ask()}>
                    {text.play.hint}
                </button>
            )}
            {state.undo.length > 0 && state.waits !== "over" && (
                <button type="button" disabled={view.busy} onClick={() => void game.undo()}>
                    {text.play.undo}
                </button>
            )}
            <button type="button" onClick={() => saveText(`${state.name}-${state.seed}.jsonl`, "application/jsonl", state.record)}>
                {text.play.save}
            </button>
            {state.waits !== "over" && (
                <label>
                    {text.play.pace}
                    <select value={String(pace)} onChange={(e) => choosePace(Number(e.currentTarget.value) as Pace)}>
                        {paces.map(([seconds, name]) => (
                            <option key={seconds} value={String(seconds)}>
                                {name}
                            </option>
                        ))}
                    </select>
                </label>
            )}
            {state.waits === "over" && game.setup.seats.length > 0 && (
                <button type="button" class="main-action" onClick={again}>
                    {text.play.again}
                </button>
            )}
            <button type="button" onClick={leave}>
                {state.waits === "over" ? text.play.newGame : text.play.leave}
            </button>
            {waiting && (
                <button type="button" onClick={() => game.skip()}>
                    {text.play.skip}
                </button>
            )}
        </div>
    );
}

/** The move that a key stands for while the focus is on the table: its name, its first letter, or its place in the list. */
function moveOfKey(key: string, buttons: HTMLButtonElement[]): HTMLButtonElement | undefined {
    const name = (button: HTMLButtonElement): string =>
        button.querySelector("span")?.textContent?.toLowerCase() ?? button.textContent.toLowerCase();
    const small = key.toLowerCase();
    const exact = buttons.filter((button) => name(button) === small);
    if (exact.length === 1) return exact[0];
    if (/^[1-9]$/.test(key) && !buttons.every((button) => /^\d+$/.test(name(button)))) return buttons[Number(key) - 1];
    const first = buttons.filter((button) => name(button).startsWith(small));
    return first.length === 1 ? first[0] : undefined;
}

/** The focus stays on the table when the buttons change under it. */
function useFocus(view: TableView): { table: RefObject<HTMLElement | null> } {
    const table = useRef<HTMLElement>(null);
    const held = useRef(false);
    const { state, warning } = view;
    useLayoutEffect(() => {
        const area = table.current;
        if (!area || warning) return;
        const active = document.activeElement;
        if (held.current && (active === document.body || active === null || active === area)) {
            const next = area.querySelector<HTMLElement>(".actions button.move, .actions input");
            (next ?? area).focus({ preventScroll: true });
        }
    }, [state.events, state.waits, state.turn, warning, view.busy]);
    useLayoutEffect(() => {
        const area = table.current;
        if (!area) return;
        const come = (): void => void (held.current = true);
        const go = (event: FocusEvent): void => {
            if (event.relatedTarget instanceof Node && !area.contains(event.relatedTarget)) held.current = false;
        };
        area.addEventListener("focusin", come);
        area.addEventListener("focusout", go);
        scrollTo(0, 0); // the form before was longer
        (area.querySelector<HTMLElement>(".actions button.move") ?? area).focus({ preventScroll: true });
        return () => {
            area.removeEventListener("focusin", come);
            area.removeEventListener("focusout", go);
        };
    }, []);
    return { table };
}

export function Table({ game, leave, again }: TableProps): JSX.Element {
    const view = useTable(game);
    const { table } = useFocus(view);
    const press = (event: TargetedKeyboardEvent<HTMLElement>): void => {
        const target = event.target as HTMLElement;
        if (
            event.key.length !== 1 ||
            event.key === " " ||
            event.ctrlKey ||
            event.metaKey ||
            event.altKey ||
            target.matches("input, select, textarea")
        )
            return;
        const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>(".actions button.move:not(:disabled)")];
        const found = moveOfKey(event.key, buttons);
        if (!found) return;
        event.preventDefault();
        found.click();
    };
    const worth = game.shows() && view.state.waits === "person";
    return (
        <section
            class="table"
            ref={table}
            tabIndex={-1}
            data-own-focus
            aria-label={shortTitle(view.state.title)}
            data-events={view.state.events}
            onKeyDown={press}
        >
            <h1>{shortTitle(view.state.title)}</h1>
            <Players view={view} />
            <div class="left">
                <div class="felt">
                    {view.rolled && (view.warning !== null || handOf(view.state).length === 0) && (
                        <Dice
                            faces={drawnDice(view.state, view.rolled.faces)}
                            sides={view.rolled.sides}
                            roll={view.rolled.number}
                        />
                    )}
                    <News game={game} view={view} />
                    <div class="actions">
                        <Actions game={game} view={view} />
                        <Patience game={game} view={view} />
                    </div>
                    {view.failure && (
                        <div class="failure" role="alert">
                            <p>{view.failure}</p>
                            {game.stepsAlone() && (
                                <button type="button" onClick={() => void game.roll()}>
                                    {text.shell.retry}
                                </button>
                            )}
                        </div>
                    )}
                    {view.unsaved && (
                        <p class="note" role="status">
                            {text.play.unsaved(view.unsaved)}
                        </p>
                    )}
                    {view.elsewhere && view.state.waits !== "over" && (
                        <p class="note row" role="status">
                            {text.play.elsewhere}{" "}
                            <button type="button" onClick={() => void game.hold(true)}>
                                {text.play.takeOver}
                            </button>
                        </p>
                    )}
                </div>
                <Tools game={game} view={view} leave={leave} again={again} />
                <p class="soft screen-only keys-help">{text.play.keys}</p>
            </div>
            <div class="beside">
                {worth && view.hint && <Worth hint={view.hint} />}
                <Sheet game={game} view={view} />
                <Log game={game} view={view} />
            </div>
        </section>
    );
}
