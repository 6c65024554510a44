import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { text } from "../../text/en.ts";
import { Curve, type CurveMark } from "../parts/curve.tsx";
import { Failure, sentence } from "../parts/failure.tsx";
import { change, count, unitOf, value, withError, type Unit } from "../parts/numbers.ts";
import { Sentences } from "../parts/sentences.tsx";
import { Working } from "../parts/working.tsx";
import { Wide } from "../parts/wide.tsx";
import { keepGame } from "../notebook/keep.ts";
import { useAnswer } from "../use-answer.ts";
import { reviewRecord } from "./ask.ts";
import { isPerson, seated, type ReviewedEvent, type ReviewedGame, type ReviewedSeat, type Seated } from "./types.ts";
import "../style/review.css";

/** Luck and mistakes are stated for the player; the account shows what they change in the result. */
const sign = (game: ReviewedGame): number => (game.less_is_better ? -1 : 1);

interface PartProps {
    game: ReviewedGame;
    players: Seated[]; // by seat
    unit: Unit;
}

/** What luck and mistakes added; an estimate has its standard error. */
const luckOf = (game: ReviewedGame, seat: ReviewedSeat, unit: Unit): string =>
    withError(change(sign(game) * seat.luck, unit), seat.luck_error, unit);
const ownOf = (game: ReviewedGame, seat: ReviewedSeat, unit: Unit): string =>
    withError(change(-sign(game) * seat.mistakes, unit), seat.mistakes_error, unit);

function Summary({ game, players, unit }: PartProps): JSX.Element {
    const s = sign(game);
    const seat = game.seats.find((one) => isPerson(one.player)) ?? game.seats[0];
    if (!seat) return <p>{text.review.noReview}</p>;
    const words = [
        players[seat.seat]?.name ?? "",
        value(seat.start, unit),
        luckOf(game, seat, unit),
        ownOf(game, seat, unit),
    ] as const;
    const result = value(seat.result, unit);
    return (
        <>
            <p>
                {game.seats.length === 1 || (seat.opponents_mistakes === 0 && game.objective === "score")
                    ? text.review.sumAlone(...words, result)
                    : text.review.sum(...words, change(s * seat.opponents_mistakes, unit), result)}
            </p>
            {game.seats
                .filter((one) => one.forfeited)
                .map((one) => (
                    <p key={one.seat}>{text.review.forfeited(players[one.seat]?.name ?? "")}</p>
                ))}
            {!game.finished && <p>{text.review.unfinished}</p>}
            {game.less_is_better && <p>{text.review.lessIsBetter}</p>}
            {!game.exact && (
                <p class="soft">{text.review.estimated(game.why_estimated ?? "", game.rollouts ?? 0, game.policy ?? "")}</p>
            )}
        </>
    );
}

type Column = [title: string, show: (seat: ReviewedSeat) => string];

/** One line per player. On narrow screens each cell repeats its title. */
function Seats({
    game,
    players,
    title,
    columns,
}: {
    game: ReviewedGame;
    players: Seated[];
    title: string;
    columns: Column[];
}): JSX.Element {
    return (
        <Wide label={title}>
            <table class="stack">
                <caption>{title}</caption>
                <thead>
                    <tr>
                        <th scope="col">{text.review.player}</th>
                        {columns.map(([name]) => (
                            <th key={name} scope="col" class="n">
                                {name}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {game.seats.map((seat) => (
                        <tr key={seat.seat}>
                            <th scope="row">{players[seat.seat]?.name}</th>
                            {columns.map(([name, show]) => (
                                <td key={name} class="n" data-name={name}>
                                    {show(seat)}
                                </td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </Wide>
    );
}

function Accounts({ game, players, unit }: PartProps): JSX.Element {
    const s = sign(game);
    const columns: Column[] = [
        [text.review.start, (seat) => value(seat.start, unit)],
        [text.review.luck, (seat) => luckOf(game, seat, unit)],
        [text.review.own, (seat) => ownOf(game, seat, unit)],
        [text.review.others, (seat) => change(s * seat.opponents_mistakes, unit)],
        [text.review.outcome, (seat) => value(seat.result, unit)],
        [text.review.adjusted, (seat) => withError(value(seat.adjusted, unit), seat.luck_error, unit)],
    ];
    return <Seats game={game} players={players} title={text.review.accounts} columns={columns} />;
}

/** The average cost of mistakes per decision. A forfeit is part of the sum, but not a decision. */
function meanCost(game: ReviewedGame, seat: ReviewedSeat, unit: Unit): string {
    if (!seat.decisions) return "–";
    const forfeits = game.events
        .filter((event) => event.kind === "forfeit" && event.seat === seat.seat)
        .reduce((sum, event) => sum + (event.cost ?? 0), 0);
    return withError(value((seat.mistakes - forfeits) / seat.decisions, unit), seat.mistakes_error / seat.decisions, unit);
}

function Decisions({ game, players, unit }: PartProps): JSX.Element {
    const columns: Column[] = [
        [text.review.number, (seat) => count(seat.decisions)],
        [text.review.inaccuracies, (seat) => count(seat.inaccuracies)],
        [text.review.mistakes, (seat) => count(seat.mistaken)],
        [text.review.blunders, (seat) => count(seat.blunders)],
        [text.review.mean, (seat) => meanCost(game, seat, unit)],
    ];
    return <Seats game={game} players={players} title={text.review.decisions} columns={columns} />;
}

const grades: Record<string, number> = { inaccuracy: 1, mistake: 2, blunder: 3 };

function what(event: ReviewedEvent, unit: Unit): string {
    if (event.kind === "roll") return `${text.review.events(event.faces?.join(" ") ?? "")}.`;
    const cost = event.cost
        ? `, ${text.play.costs.toLowerCase()} ${withError(value(event.cost, unit), event.error ?? 0, unit)}`
        : "";
    if (event.kind === "forfeit") return `${text.review.forfeits}${cost}.`;
    return `${event.chosen ?? ""}${cost}.`;
}

/** The worth of the game to each seat before every event, and the result at the end. */
function ValueCurve({ game, players, unit }: PartProps): JSX.Element | null {
    const names = players.map((player) => player.name);
    const series = game.seats.map((seat, i) => {
        let last = seat.start;
        const values = game.events.map((event) => (last = event.values[i] ?? last));
        return { name: names[i] ?? "", values: [...values, seat.result], colour: players[i]?.player ?? i };
    });
    if (game.events.length === 0) return null;
    const marks: CurveMark[] = game.events.flatMap((event, at) => {
        const grade = event.kind === "move" && event.word ? grades[event.word] : undefined;
        return grade ? [{ series: event.seat, at, grade }] : [];
    });
    const all = series.flatMap((s) => s.values);
    const [low, high] = unit === "win" ? [0, 1] : [Math.floor(Math.min(...all)), Math.ceil(Math.max(...all))];
    const shown = (at: number): string => series.map((s) => `${s.name} ${value(s.values[at] ?? 0, unit)}`).join(", ");
    const tell = (at: number): string => {
        const event = game.events[at];
        return event
            ? text.review.tell(at + 1, names[event.seat] ?? "", what(event, unit), shown(at))
            : `${text.review.result}: ${shown(at)}.`;
    };
    return (
        <Curve
            label={text.review.curve}
            series={series}
            marks={marks}
            low={low}
            high={high}
            show={(v) => value(v, unit)}
            tell={tell}
            begin={text.review.begin}
            end={text.review.end}
            hint={text.review.curveHint}
        />
    );
}

function Worst({ game, players, unit }: PartProps): JSX.Element {
    const name = (seat: number): string => players[seat]?.name ?? "";
    // an estimate below twice its standard error may or may not have been luck
    const rolls = game.events.filter(
        (event) =>
            event.kind === "roll" &&
            event.luck !== undefined &&
            event.luck !== null &&
            Math.abs(event.luck) > 2 * (event.error ?? 0),
    );
    const best = rolls.reduce<ReviewedEvent | undefined>((a, b) => (!a || b.luck! > a.luck! ? b : a), undefined);
    const least = rolls.reduce<ReviewedEvent | undefined>((a, b) => (!a || b.luck! < a.luck! ? b : a), undefined);
    const told = (event: ReviewedEvent): [string, number, string, string] => [
        name(event.seat),
        event.turn,
        event.faces?.join(" ") ?? "",
        withError(change(event.luck! * sign(game), unit), event.error ?? 0, unit),
    ];
    return (
        <section>
            <h3>{text.review.worst}</h3>
            {game.worst.length === 0 && <p>{text.review.none}</p>}
            <ol class="worst">
                {game.worst.map(({ event: index, why }) => {
                    const event = game.events[index];
                    if (!event) return null;
                    return (
                        <li key={index}>
                            <b>
                                {text.review.worstOne(
                                    name(event.seat),
                                    event.turn,
                                    event.chosen ?? "",
                                    withError(value(event.cost ?? 0, unit), event.error ?? 0, unit),
                                    event.word ?? "",
                                )}
                            </b>{" "}
                            <code class="soft">{event.position}</code>
                            {why && (
                                <p>
                                    <Sentences text={why} />
                                </p>
                            )}
                        </li>
                    );
                })}
            </ol>
            {best && best.luck! > 0 && <p>{text.review.lucky(...told(best))}</p>}
            {least && least.luck! < 0 && <p>{text.review.unlucky(...told(least))}</p>}
        </section>
    );
}

function Turns({ game, players, unit }: PartProps): JSX.Element {
    const s = sign(game);
    return (
        <details>
            <summary>{text.review.turns}</summary>
            <Wide label={text.review.turns}>
                <table>
                    <thead>
                        <tr>
                            <th scope="col" class="n">
                                {text.review.turn}
                            </th>
                            <th scope="col">{text.review.by}</th>
                            <th scope="col" class="n">
                                {text.review.worthBefore}
                            </th>
                            <th scope="col" class="n">
                                {text.review.luck}
                            </th>
                            <th scope="col" class="n">
                                {text.review.own}
                            </th>
                        </tr>
                    </thead>
                    <tbody>
                        {game.turns.map((turn) => (
                            <tr key={turn.turn}>
                                <td class="n">{turn.turn}</td>
                                <td>{players[turn.seat]?.name}</td>
                                <td class="n">{value(turn.value, unit)}</td>
                                <td class="n">{change(s * turn.luck, unit)}</td>
                                <td class="n">{change(-s * turn.mistakes, unit)}</td>
                            </tr>
                        ))}
                    </tbody>
                </table>
            </Wide>
        </details>
    );
}

/** Says whether the notebook has the game. */
function Kept({ game, record, rules }: { game: ReviewedGame; record: string; rules: string | null }): JSX.Element | null {
    const [said, setSaid] = useState<string | null>(null);
    useEffect(() => {
        keepGame(game, record, rules).then(
            (kept) => setSaid(kept ? text.review.kept : null),
            (error: unknown) => setSaid(text.review.notKept(sentence(error))),
        );
    }, [game, record, rules]);
    return said === null ? null : (
        <p class="soft" role="status">
            {said}
        </p>
    );
}

/** Luck and mistakes in a game. With `keep`, the notebook stores them. */
export function Review({ record, rules, keep }: { record: string; rules: string | null; keep?: boolean }): JSX.Element {
    const review = useAnswer([record, rules], (work) => reviewRecord(record, rules, work));
    if (review.error) return <Failure error={review.error} retry={review.again} />;
    const game = review.answer;
    if (!game) return <Working label={text.review.working} progress={review.progress} />;
    const part: PartProps = { game, players: seated(game, record), unit: unitOf(game.objective) };
    return (
        <section class="review">
            <h2>{text.review.title}</h2>
            <Summary {...part} />
            <ValueCurve {...part} />
            <Accounts {...part} />
            <Decisions {...part} />
            <Worst {...part} />
            <Turns {...part} />
            {keep && <Kept game={game} record={record} rules={rules} />}
        </section>
    );
}
