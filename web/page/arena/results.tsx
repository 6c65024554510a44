import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { text } from "../../text/en.ts";
import { count, value, type Unit } from "../parts/numbers.ts";
import { Sentences } from "../parts/sentences.tsx";
import { Wide } from "../parts/wide.tsx";
import type { Arena, Meeting } from "./arena.ts";
import { estimateOf, isByMoney, isExact, totals, type Estimate, type Total } from "./standings.ts";

/** A mean with half of its interval: `48.8 % ± 1.0 %`. */
function shown(estimate: Estimate, unit: Unit): string {
    const half = estimate.half;
    return half === null ? value(estimate.mean, unit, 1) : `${value(estimate.mean, unit, 1)} ± ${value(half, unit, 1)}`;
}

/** The interval as a bar within 0 and 1. */
function IntervalBar({ estimate, exact }: { estimate: Estimate; exact: number | null }): JSX.Element {
    const half = estimate.half ?? 0;
    const low = Math.max(estimate.mean - half, 0);
    const high = Math.min(estimate.mean + half, 1);
    return (
        <svg class="interval" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
            <path class="axis" d="M0 5H100M50 1V9" />
            <rect x={100 * low} y="2" width={Math.max(100 * (high - low), 0.8)} height="6" />
            {exact !== null && <path class="exact" d={`M${100 * exact} 0V10`} />}
        </svg>
    );
}

function Row({ total, has }: { total: Total; has: Columns }): JSX.Element {
    return (
        <tr>
            <td class="n">{total.rank}</td>
            <th scope="row" class="bot-name">
                {total.entrant.name}
            </th>
            {has.exact && <td class="n">{total.exact === null ? "–" : value(total.exact, "win", 2)}</td>}
            {has.win && <td class="n">{total.win ? shown(total.win, "win") : "–"}</td>}
            {has.win && <td class="bar-cell">{total.win && <IntervalBar estimate={total.win} exact={total.exact} />}</td>}
            {has.money && <td class="n">{total.money ? shown(total.money, "money") : "–"}</td>}
            {has.score && <td class="n">{total.score ? shown(total.score, "score") : "–"}</td>}
            <td class="n">{count(total.games)}</td>
            <td class="n">{count(total.forfeits)}</td>
        </tr>
    );
}

interface Columns {
    win: boolean;
    exact: boolean;
    money: boolean;
    score: boolean;
}

function Faults({ arena, list }: { arena: Arena; list: Total[] }): JSX.Element | null {
    const forfeited = list.filter((total) => total.firstForfeit && !arena.faults.has(total.entrant));
    if (arena.faults.size + forfeited.length === 0) return null;
    return (
        <div class="failure" role="status">
            <h3>{text.arena.faults}</h3>
            <ul>
                {[...arena.faults].map(([entrant, why]) => (
                    <li key={entrant.name}>
                        <Sentences text={text.arena.fault(entrant.name, why)} />
                    </li>
                ))}
                {forfeited.map(({ entrant, forfeits, firstForfeit }) => (
                    <li key={entrant.name}>
                        <Sentences
                            text={text.arena.forfeited(
                                entrant.name,
                                text.arena.times(forfeits, count(forfeits)),
                                count(firstForfeit!.game),
                                firstForfeit!.text,
                            )}
                        />
                    </li>
                ))}
            </ul>
        </div>
    );
}

function MeetingRow({ meeting, show, busy }: { meeting: Meeting; show(game: number): void; busy: boolean }): JSX.Element {
    const [game, setGame] = useState(0);
    const { run, exact, entrants } = meeting;
    const names = entrants.map((entrant) => entrant.name).join(", ");
    const most = (run?.games ?? 1) - 1;
    return (
        <tr>
            <th scope="row">
                {entrants.map((entrant, i) => {
                    const standing = run?.standings[i];
                    const estimate = run && standing ? estimateOf(run, standing) : null;
                    return (
                        <div key={entrant.name} class="met">
                            <span class="bot-name">{entrant.name}</span>
                            <span class="n met-rate">{estimate ? shown(estimate, "win") : "–"}</span>
                            {Array.isArray(exact) && exact[i] !== undefined && (
                                <span class="soft">{text.arena.exactly(value(exact[i], "win", 4))}</span>
                            )}
                        </div>
                    );
                })}
                {meeting.failed !== null && (
                    <p class="failure" role="status">
                        <Sentences text={text.arena.failed(meeting.failed)} />
                    </p>
                )}
                {exact && "why" in exact && (
                    <p class="soft why">
                        {text.arena.notExact} <Sentences text={exact.why} />
                    </p>
                )}
            </th>
            <td>
                <form
                    class="row"
                    onSubmit={(event) => {
                        event.preventDefault();
                        show(game);
                    }}
                >
                    <label>
                        {text.arena.number}
                        <input
                            type="number"
                            min={0}
                            max={Math.max(most, 0)}
                            required
                            value={game}
                            disabled={!run}
                            onInput={(e) => setGame(Number(e.currentTarget.value))}
                        />
                    </label>
                    <button type="submit" disabled={!run || busy} aria-label={text.arena.showOf(names)}>
                        {text.arena.show}
                    </button>
                </form>
            </td>
        </tr>
    );
}

/** Standings, who met whom, and what went wrong. `version` changes whenever the arena has. */
export function Results({
    arena,
    show,
    busy,
}: {
    arena: Arena;
    version: number;
    show(meeting: Meeting, game: number): void;
    busy: boolean;
}): JSX.Element {
    const list = totals(arena.settings.entrants, arena.meetings);
    const has: Columns = {
        win: list.some((total) => total.win),
        exact: list.some((total) => total.exact !== null),
        money: list.some((total) => total.money),
        score: list.some((total) => total.score),
    };
    return (
        <section class="results">
            <h2>{text.arena.standings}</h2>
            <Wide label={text.arena.standings}>
                <table>
                    <thead>
                        <tr>
                            <th scope="col" class="n">
                                {text.arena.rank}
                            </th>
                            <th scope="col">{text.arena.bot}</th>
                            {has.exact && (
                                <th scope="col" class="n">
                                    {text.arena.exact}
                                </th>
                            )}
                            {has.win && (
                                <th scope="col" class="n">
                                    {text.arena.wins}
                                </th>
                            )}
                            {has.win && <td class="bar-cell" />}
                            {has.money && (
                                <th scope="col" class="n">
                                    {text.arena.money}
                                </th>
                            )}
                            {has.score && (
                                <th scope="col" class="n">
                                    {text.arena.score}
                                </th>
                            )}
                            <th scope="col" class="n">
                                {text.arena.played}
                            </th>
                            <th scope="col" class="n">
                                {text.arena.forfeits}
                            </th>
                        </tr>
                    </thead>
                    <tbody>
                        {list.map((total) => (
                            <Row key={total.entrant.name} total={total} has={has} />
                        ))}
                    </tbody>
                </table>
            </Wide>
            <p class="soft">
                {isByMoney(arena.meetings) ? text.arena.byMoney : isExact(list) && text.arena.byExact} {text.arena.standingsHint}
            </p>
            <Faults arena={arena} list={list} />
            <h2>{text.arena.meetings}</h2>
            <table class="meetings">
                <thead class="hidden">
                    <tr>
                        <th scope="col">{text.arena.group}</th>
                        <th scope="col">{text.arena.show}</th>
                    </tr>
                </thead>
                <tbody>
                    {arena.meetings.map((meeting) => (
                        <MeetingRow
                            key={meeting.entrants.map((e) => e.name).join("\n")}
                            meeting={meeting}
                            busy={busy}
                            show={(game) => show(meeting, game)}
                        />
                    ))}
                </tbody>
            </table>
        </section>
    );
}
