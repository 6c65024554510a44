import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { text } from "../../text/en.ts";
import type { GameEntry } from "../games/games.ts";
import { sentence } from "../parts/failure.tsx";
import { bounds, certain, minus, type Interval } from "../parts/interval.ts";
import { unitOf, value, type Unit } from "../parts/numbers.ts";
import { Sentences } from "../parts/sentences.tsx";
import { Working } from "../parts/working.tsx";
import { Wide } from "../parts/wide.tsx";
import {
    bestReply,
    evaluate,
    withObjective,
    type EvaluationRequest,
    type Evaluation,
    type Matched,
    type Solution,
    type Subject,
} from "./ask.ts";
import { useLive, type Live } from "./live.ts";

interface PriceProps {
    game: GameEntry;
    subject: Subject;
    objective: string;
    players: number;
    bots: string[]; // that are not optimal
    solution: Live<Solution>;
}

/** Without a unit, for sentences that name it. */
const bare = (written: string): string => written.replace(/\u00a0[%$]$/, "");

/** What best play earns against itself, first and second in turn. */
function meanOf(solution: Solution, players: number): Interval {
    if (players === 1) return solution;
    const half = (a: number, b: number): number => (a + b) / 2;
    const lower = half(solution.lower, solution.second.lower);
    const upper = half(solution.upper, solution.second.upper);
    return {
        value: half(solution.value, solution.second.value),
        lower: lower - Math.abs(lower) * 2 ** -52,
        upper: upper + Math.abs(upper) * 2 ** -52,
    };
}

function Failed({ live }: { live: Live<unknown> }): JSX.Element | null {
    if (live.error !== undefined)
        return (
            <p class="note">
                <Sentences text={sentence(live.error)} />
            </p>
        );
    if (live.stopped)
        return (
            <p>
                <button type="button" onClick={live.again}>
                    {text.shell.retry}
                </button>
            </p>
        );
    return null;
}

/** How much an opponent who knows the policy could win. Computed immediately in small games, otherwise on request. */
function WorstCase({
    bot,
    request,
    unit,
    small,
}: {
    bot: string;
    request: EvaluationRequest;
    unit: Unit;
    small: boolean;
}): JSX.Element {
    const key = JSON.stringify(["best", request]);
    const [wanted, setWanted] = useState<string | null>(null);
    const live = useLive(small || wanted === key ? key : null, (work) => bestReply(request, work));
    if (!small && wanted !== key)
        return (
            <p>
                <button type="button" onClick={() => setWanted(key)}>
                    {text.explore.worstCaseAsk(bot)}
                </button>
            </p>
        );
    const reply = live.answer;
    return (
        <>
            <Failed live={live} />
            {live.working && <Working label={text.explore.worstCaseWorking} progress={live.progress} stop={live.stop} />}
            {reply && (
                <p class={live.working ? "stale" : ""}>
                    {text.explore.worstCase(value(reply.mean.value, unit, 4), bare(certain(reply.exploitability, unit)), unit)}{" "}
                    <small class="soft">{text.explore.between(...bounds(reply.exploitability, unit))}</small>
                </p>
            )}
        </>
    );
}

/** The exact price of one policy in the place of best play. */
function PriceOf({ bot, game, subject, objective, players, solution }: PriceProps & { bot: string }): JSX.Element {
    const best = withObjective("optimal", game, objective);
    const request: EvaluationRequest = { ...subject, bots: players === 1 ? [bot] : [bot, best] };
    const live = useLive(JSON.stringify(["eval", request]), (work) => evaluate(request, work));
    const found = live.answer;
    const solved = solution.answer;
    const unit = unitOf(found?.objective ?? objective);
    const stale = live.working || live.error !== undefined || solution.working;
    if (!found || !solved || live.error !== undefined) {
        return (
            <section class="price">
                <h3>{bot}</h3>
                <Failed live={live} />
                {live.working && <Working label={text.explore.priceWorking(bot)} progress={live.progress} stop={live.stop} />}
            </section>
        );
    }
    const own = found.mean;
    const against = meanOf(solved, players);
    const price = unit === "turns" ? minus(own, against) : minus(against, own);
    return (
        <section class={stale ? "price stale" : "price"} aria-busy={stale}>
            <h3>{text.explore.priceTitle(found.bots[0] ?? bot)}</h3>
            <p class="price-number">
                <b>{text.explore.price(bare(certain(price, unit)), unit)}</b>{" "}
                <small class="soft">{text.explore.between(...bounds(price, unit))}</small>
            </p>
            <p>
                {players === 1
                    ? text.explore.priceAlone(found.bots[0] ?? bot, certain(own, unit), certain(against, unit), unit)
                    : text.explore.priceAgainst(found.bots[0] ?? bot, certain(own, unit), certain(against, unit), unit)}
            </p>
            {live.working && <Working label={text.explore.priceWorking(bot)} progress={live.progress} stop={live.stop} />}
            {players === 2 && (
                <WorstCase bot={bot} request={{ ...subject, bots: [bot] }} unit={unit} small={solved.states <= 600_000} />
            )}
        </section>
    );
}

function Row({ name, matched, unit }: { name: string; matched: Matched; unit: Unit }): JSX.Element {
    const [lower, upper] = bounds(matched, unit);
    return (
        <tr>
            <th scope="row">{name}</th>
            <td class="n">{certain(matched, unit)}</td>
            <td class="n">{lower}</td>
            <td class="n">{upper}</td>
            <td class="n">{matched.turns && Number.isFinite(matched.turns.value) ? value(matched.turns.value, "turns") : "–"}</td>
        </tr>
    );
}

/** Two policies against each other. */
function Match({ found }: { found: Evaluation }): JSX.Element {
    const unit = unitOf(found.objective);
    const [first = "", second = ""] = found.bots;
    return (
        <Wide label={text.explore.match(first, second)}>
            <table>
                <caption>{text.explore.match(first, second)}</caption>
                <thead>
                    <tr>
                        <th scope="col">{text.explore.seat(first)}</th>
                        {[text.explore.result[unit], text.explore.atLeast, text.explore.atMost, text.explore.turnsColumn].map(
                            (title) => (
                                <th key={title} scope="col" class="n">
                                    {title}
                                </th>
                            ),
                        )}
                    </tr>
                </thead>
                <tbody>
                    <Row name={text.explore.movesFirst} matched={found.first} unit={unit} />
                    <Row name={text.explore.movesSecond} matched={found.second} unit={unit} />
                    <Row name={text.explore.mean} matched={found.mean} unit={unit} />
                </tbody>
            </table>
        </Wide>
    );
}

function MatchOf({ request }: { request: EvaluationRequest }): JSX.Element {
    const live = useLive(JSON.stringify(["eval", request]), (work) => evaluate(request, work));
    return (
        <>
            <Failed live={live} />
            {live.working && (
                <Working label={text.explore.priceWorking(request.bots.join(", "))} progress={live.progress} stop={live.stop} />
            )}
            {live.answer && live.error === undefined && (
                <div class={live.working ? "stale" : ""}>
                    <Match found={live.answer} />
                </div>
            )}
        </>
    );
}

/** What it costs to play otherwise than best, exactly; and how two policies fare against each other. */
export function Prices(props: PriceProps & { pair: [string, string] | null }): JSX.Element | null {
    const { bots, pair, players, subject } = props;
    if (bots.length === 0 || players > 2 || players < 1) return null;
    return (
        <section class="prices">
            <h2>{text.explore.prices}</h2>
            {bots.map((bot, i) => (
                <PriceOf key={i} {...props} bot={bot} />
            ))}
            {pair && players === 2 && <MatchOf request={{ ...subject, bots: pair }} />}
        </section>
    );
}
