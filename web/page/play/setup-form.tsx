import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { text } from "../../text/en.ts";
import { BotChoice, GameChoice, ParameterFields } from "../games/choices.tsx";
import { botExample, botKind, type GameEntry } from "../games/games.ts";
import { Field } from "../parts/field.tsx";
import {
    computer,
    isSlow,
    levels,
    mostPeople,
    mostSeats,
    person,
    usualSetup,
    type Coaching,
    type Seat,
    type SeatKind,
    type Setup,
} from "./setup.ts";

interface FormProps {
    games: GameEntry[];
    setup: Setup;
    change(setup: Setup): void;
    begin(): void;
    busy: boolean;
}

/** A bot in words, with the kinds that the game has to choose from. */
function SeatBot({ game, seat, change }: { game: GameEntry; seat: Seat; change(bot: string): void }): JSX.Element {
    const id = useId();
    return (
        <>
            <BotChoice game={game} bot={seat.bot} kindLabel={text.play.botHelp} label={text.play.bot} helpId={id} change={change} />
            <span id={id} class="soft seat-help">
                {botKind(game, seat.bot)?.help}
            </span>
        </>
    );
}

function SeatRow({
    game,
    seats,
    index,
    change,
}: {
    game: GameEntry;
    seats: Seat[];
    index: number;
    change(seats: Seat[]): void;
}): JSX.Element {
    const seat = seats[index]!;
    const people = seats.filter((other, i) => i !== index && other.kind === "person").length;
    const set = (fresh: Partial<Seat>): void => change(seats.map((other, i) => (i === index ? { ...seat, ...fresh } : other)));
    const setKind = (kind: SeatKind): void =>
        set({ kind, bot: kind === "bot" && !seat.bot ? botExample(game.bots[0]?.usage ?? "random") : seat.bot });
    return (
        <div class="seat" role="group" aria-label={text.play.seat(index + 1)}>
            <span class={`dot k${index % 4}`} aria-hidden="true" />
            <select aria-label={text.play.kind} value={seat.kind} onChange={(e) => setKind(e.currentTarget.value as SeatKind)}>
                <option value="person" disabled={people >= mostPeople}>
                    {text.play.kinds.person}
                </option>
                {levels.map((level) => (
                    <option key={level} value={level}>
                        {text.play.kinds[level]}
                    </option>
                ))}
                <option value="bot">{text.play.kinds.bot}</option>
            </select>
            {seat.kind === "person" && (
                <input
                    aria-label={text.play.name}
                    value={seat.name}
                    maxLength={40}
                    size={14}
                    placeholder={text.play.playerName(index + 1)}
                    autocomplete="off"
                    onInput={(e) => set({ name: e.currentTarget.value })}
                />
            )}
            {seat.kind === "bot" && <SeatBot game={game} seat={seat} change={(bot) => set({ bot })} />}
            {seats.length > game.players.min && (
                <button
                    type="button"
                    class="plain"
                    aria-label={text.play.remove(index + 1)}
                    onClick={() => change(seats.filter((_, i) => i !== index))}
                >
                    ✕
                </button>
            )}
        </div>
    );
}

function Seats({ game, seats, change }: { game: GameEntry; seats: Seat[]; change(seats: Seat[]): void }): JSX.Element {
    const most = Math.min(game.players.max, mostSeats);
    const people = seats.filter((seat) => seat.kind === "person").length;
    const add = (): void => change([...seats, people < mostPeople && people === seats.length ? person("") : computer("club")]);
    return (
        <fieldset>
            <legend>{text.play.players}</legend>
            <div class="seats">
                {seats.map((_, i) => (
                    <SeatRow key={i} game={game} seats={seats} index={i} change={change} />
                ))}
            </div>
            {seats.length < most && (
                <button type="button" onClick={add}>
                    {text.play.add}
                </button>
            )}
            {people >= mostPeople && <p class="soft">{text.play.upTo(mostPeople)}</p>}
        </fieldset>
    );
}

function Choice<T extends string>({
    label,
    value,
    options,
    change,
}: {
    label: string;
    value: T;
    options: [T, string][];
    change(value: T): void;
}): JSX.Element {
    const id = useId();
    return (
        <Field id={id} label={label}>
            <select id={id} value={value} onChange={(e) => change(e.currentTarget.value as T)}>
                {options.map(([word, title]) => (
                    <option key={word} value={word}>
                        {title}
                    </option>
                ))}
            </select>
        </Field>
    );
}

function Details({ game, setup, set }: { game: GameEntry; setup: Setup; set(fresh: Partial<Setup>): void }): JSX.Element {
    const id = useId();
    return (
        <details>
            <summary>{text.play.details}</summary>
            <div class="parameters">
                {setup.seats.length > 1 && (
                    <Choice
                        label={text.play.order}
                        value={setup.order}
                        change={(order) => set({ order })}
                        options={[
                            ["roll", text.play.orders.roll],
                            ["given", text.play.orders.given],
                        ]}
                    />
                )}
                {game.objectives.length > 1 && (
                    <Choice
                        label={text.play.objective}
                        value={setup.objective || game.played_for}
                        change={(objective) => set({ objective })}
                        options={game.objectives.map((word) => [word, text.play.objectives[word] ?? word])}
                    />
                )}
                <Choice
                    label={text.play.dice}
                    value={setup.manual ? "manual" : "seed"}
                    change={(dice) => set({ manual: dice === "manual" })}
                    options={[
                        ["seed", text.play.diceKinds.seed],
                        ["manual", text.play.diceKinds.manual],
                    ]}
                />
                {!setup.manual && (
                    <Field id={id} label={text.play.seed} help={text.play.seedHelp}>
                        <input
                            id={id}
                            inputMode="numeric"
                            pattern="[0-9]{0,15}"
                            value={setup.seed}
                            size={12}
                            autocomplete="off"
                            aria-describedby={`${id}-help`}
                            onInput={(e) => set({ seed: e.currentTarget.value.trim() })}
                        />
                    </Field>
                )}
            </div>
        </details>
    );
}

/** How long the values take that the computer or the coach needs, or that the game begins without them. */
function Wait({ game, setup }: { game: GameEntry; setup: Setup }): JSX.Element | null {
    const needed = setup.coach !== "off" || setup.seats.some((seat) => levels.includes(seat.kind));
    const usual = Object.keys(setup.parameters).length === 0 && setup.seats.length <= 2;
    if (!usual || !isSlow(game)) return null;
    if (!needed) return <p class="soft">{text.play.quick}</p>;
    const smaller = game.parameters.find((p) => p.name === "goal" || p.name === "turns")?.name;
    return <p class="soft">{text.play.wait(game.solve_seconds ?? 0, smaller ?? "")}</p>;
}

/** The form before a game: which game, who plays, and how much the coach says. */
export function SetupForm({ games, setup, change, begin, busy }: FormProps): JSX.Element {
    const game = games.find((g) => g.name === setup.game) ?? games[0]!;
    const set = (fresh: Partial<Setup>): void => change({ ...setup, ...fresh });
    const you = setup.seats.find((seat) => seat.kind === "person")?.name ?? "";
    const coaching: [Coaching, string][] = [
        ["off", text.play.coaching.off],
        ["warn", text.play.coaching.warn],
        ["show", text.play.coaching.show],
    ];
    return (
        <form
            class="setup"
            noValidate // the engine reports errors, also in fields that are folded away
            onSubmit={(event) => {
                event.preventDefault();
                begin();
            }}
        >
            <GameChoice
                label={text.play.game}
                games={games}
                game={game}
                choose={(chosen) => change(usualSetup(chosen, you, isSlow(game) ? "warn" : setup.coach))}
            />
            <Wait game={game} setup={setup} />
            <details>
                <summary>{text.play.howTo}</summary>
                <pre class="prose">{game.text}</pre>
            </details>
            {game.parameters.some((p) => p.name !== "players") && (
                <details>
                    <summary>{text.play.variant}</summary>
                    <ParameterFields game={game} values={setup.parameters} change={(parameters) => set({ parameters })} />
                </details>
            )}
            <Seats game={game} seats={setup.seats} change={(seats) => set({ seats })} />
            <fieldset>
                <legend>{text.play.coach}</legend>
                <div class="row">
                    {coaching.map(([word, title]) => (
                        <label key={word}>
                            <input
                                type="radio"
                                name="coach"
                                value={word}
                                checked={setup.coach === word}
                                onChange={() => set({ coach: word })}
                            />
                            {title}
                        </label>
                    ))}
                </div>
            </fieldset>
            <Details game={game} setup={setup} set={set} />
            <p>
                <button type="submit" class="main-action wide-action" disabled={busy}>
                    {busy ? text.play.opening : text.play.begin}
                </button>
            </p>
        </form>
    );
}
