import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import type { Engine, GameMap } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { Bots } from "../arena/bots.tsx";
import { builtIn, type Entrant } from "../arena/entrant.ts";
import { isAbort, workEngine } from "../engine.ts";
import { GameChoice, ParameterFields } from "../games/choices.tsx";
import { catalogue, parameterOf, specOf, type GameEntry, type Parameters } from "../games/games.ts";
import { Failure } from "../parts/failure.tsx";
import { PolicyMap } from "../parts/map.tsx";
import { count, value } from "../parts/numbers.ts";
import { Sentences } from "../parts/sentences.tsx";
import { Working } from "../parts/working.tsx";
import { Wide } from "../parts/wide.tsx";
import { useAnswer } from "../use-answer.ts";
import { holdContest, mapOf, type ContestResult, type ContestSettings } from "./contest.ts";
import "../style/play.css";
import "../style/arena.css";
import "../style/contest.css";

async function listGames(): Promise<GameEntry[]> {
    return (await catalogue()).filter((game) => game.family === "hog");
}

function usualField(): Entrant[] {
    return ["always(4)", "always(6)", "bacon(8,4)"].reduce<Entrant[]>((list, spec) => [...list, builtIn(spec, list)], []);
}

interface Choices {
    game: GameEntry;
    parameters: Parameters;
    entrants: Entrant[];
}

function settingsOf({ game, parameters, entrants }: Choices): ContestSettings {
    return { entry: game, game: specOf(game.name, parameters), goal: parameterOf(game, "goal", parameters) ?? 0, entrants };
}

const percent = (rate: number): string => value(rate, "win", 3);

function Ranking({ result }: { result: ContestResult }): JSX.Element {
    return (
        <Wide label={text.contest.ranking}>
            <table class="ranking">
                <thead>
                    <tr>
                        <th scope="col" class="n">
                            {text.contest.rank}
                        </th>
                        <th scope="col">{text.contest.strategy}</th>
                        <th scope="col" class="n">
                            {text.contest.won}
                        </th>
                        <th scope="col" class="n">
                            {text.contest.meanRate}
                        </th>
                        {result.ranked.map((one) => (
                            <th key={one.entrant.name} scope="col" class="n against">
                                {text.contest.against(one.entrant.name)}
                            </th>
                        ))}
                    </tr>
                </thead>
                <tbody>
                    {result.ranked.map((one, i) => (
                        <tr key={one.entrant.name}>
                            <td class="n">{one.rank}</td>
                            <th scope="row" class="bot-name">
                                {one.entrant.name}
                            </th>
                            <td class="n">{count(one.won)}</td>
                            <td class="n">{one.meanRate === null ? "–" : percent(one.meanRate)}</td>
                            {result.ranked.map((other, j) => (
                                <td key={other.entrant.name} class={(result.rates[i]?.[j] ?? 0) > 0.500001 ? "n beats" : "n"}>
                                    {i === j ? "–" : percent(result.rates[i]![j]!)}
                                </td>
                            ))}
                        </tr>
                    ))}
                </tbody>
            </table>
        </Wide>
    );
}

/** A strategy's map, and the optimum's. */
function Maps({ settings, result }: { settings: ContestSettings; result: ContestResult }): JSX.Element | null {
    const id = useId();
    const [chosen, setChosen] = useState(result.ranked[0]?.entrant.name);
    const entrant = result.ranked.find((one) => one.entrant.name === chosen)?.entrant ?? result.ranked[0]?.entrant;
    const get =
        (who: Entrant | null) =>
        async ({ signal }: { signal: AbortSignal }): Promise<GameMap> =>
            mapOf(await workEngine(), settings, result, who, signal);
    const best = useAnswer([result], get(null));
    const own = useAnswer([result, entrant], entrant ? get(entrant) : null);
    if (!entrant) return null;
    const range: [number, number] = [0, 10];
    return (
        <>
            <h2>{text.contest.maps}</h2>
            <p class="soft">{text.contest.mapsHelp}</p>
            <div class="field">
                <label for={id}>{text.contest.strategy}</label>
                <select id={id} value={entrant.name} onChange={(e) => setChosen(e.currentTarget.value)}>
                    {result.ranked.map((one) => (
                        <option key={one.entrant.name} value={one.entrant.name}>
                            {one.entrant.name}
                        </option>
                    ))}
                </select>
            </div>
            <div class="two-maps">
                <section>
                    <h3>{entrant.name}</h3>
                    {own.error !== undefined && <Failure error={own.error} />}
                    {own.working && <Working label={text.contest.drawing} />}
                    {own.answer && <PolicyMap map={own.answer} label={text.contest.mapOf(entrant.name)} range={range} />}
                </section>
                <section>
                    <h3>{text.contest.optimum}</h3>
                    {best.error !== undefined && <Failure error={best.error} />}
                    {best.working && <Working label={text.contest.drawing} />}
                    {best.answer && <PolicyMap map={best.answer} label={text.contest.mapOf(text.contest.optimum)} range={range} />}
                </section>
            </div>
        </>
    );
}

interface Held {
    settings: ContestSettings;
    result: ContestResult;
}

function Loaded({ games }: { games: GameEntry[] }): JSX.Element {
    const [choices, setChoices] = useState<Choices>(() => ({
        game: games.find((g) => g.name === "hog") ?? games[0]!,
        parameters: {},
        entrants: usualField(),
    }));
    const [held, setHeld] = useState<Held | null>(null);
    const [failure, setFailure] = useState<unknown>(null);
    const [done, setDone] = useState<number | null>(null);
    const stop = useRef(new AbortController());
    useEffect(() => () => stop.current.abort(), []);
    const busy = done !== null;
    const { game, entrants } = choices;
    const hold = (): void => {
        const settings = settingsOf(choices);
        const { signal } = (stop.current = new AbortController());
        setFailure(null);
        setHeld(null);
        setDone(0);
        const run = async (alea: Engine): Promise<void> =>
            setHeld({ settings, result: await holdContest(alea, settings, setDone, signal) });
        workEngine()
            .then(run)
            .catch((error: unknown) => void (isAbort(error) || setFailure(error)))
            .finally(() => setDone(null));
    };
    const submit = (event: Event): void => {
        event.preventDefault();
        if (!busy && entrants.length > 1) hold();
    };
    return (
        <>
            <form class="setup" onSubmit={submit}>
                <GameChoice
                    label={text.arena.game}
                    games={games}
                    game={game}
                    disabled={busy}
                    choose={(chosen) => setChoices({ ...choices, parameters: {}, game: chosen })}
                />
                <details>
                    <summary>{text.play.variant}</summary>
                    <ParameterFields
                        game={game}
                        values={choices.parameters}
                        change={(parameters) => setChoices({ ...choices, parameters })}
                    />
                </details>
            </form>
            <div class="setup">
                <Bots
                    place={{ entry: game, game: specOf(game.name, choices.parameters), players: 2 }}
                    entrants={entrants}
                    busy={busy}
                    change={(update) => setChoices((now) => ({ ...now, entrants: update(now.entrants) }))}
                />
            </div>
            <form class="setup" onSubmit={submit}>
                {entrants.length < 2 && <p class="soft">{text.contest.tooFew}</p>}
                <p>
                    <button type="submit" class="main-action wide-action" disabled={busy || entrants.length < 2}>
                        {text.contest.hold}
                    </button>
                </p>
            </form>
            {busy && (
                <Working
                    label={text.contest.working}
                    progress={{ done, total: entrants.length, unit: text.contest.strategies }}
                    stop={() => stop.current.abort()}
                />
            )}
            {failure !== null && <Failure error={failure} />}
            {held && (
                <section class="results">
                    <h2>{text.contest.ranking}</h2>
                    {held.result.ranked.length > 0 && <Ranking result={held.result} />}
                    <p class="soft">{text.contest.rankingHelp(held.result.game, held.result.errorBound.toExponential(0))}</p>
                    {held.result.disqualified.length > 0 && (
                        <div class="failure" role="status">
                            <h3>{text.contest.disqualified}</h3>
                            <ul>
                                {held.result.disqualified.map(({ entrant, why }) => (
                                    <li key={entrant.name}>
                                        <Sentences text={text.arena.fault(entrant.name, why)} />
                                    </li>
                                ))}
                            </ul>
                        </div>
                    )}
                    <Maps
                        key={held.result.ranked.map((one) => one.entrant.name).join("\n")}
                        settings={held.settings}
                        result={held.result}
                    />
                </section>
            )}
        </>
    );
}

export function View(): JSX.Element {
    const games = useAnswer([], listGames);
    return (
        <>
            <h1>{text.contest.title}</h1>
            <p class="soft">{text.contest.lead}</p>
            {games.error !== undefined && <Failure error={games.error} retry={games.again} />}
            {games.working && !games.answer && <p class="soft">{text.shell.starting}</p>}
            {games.answer && <Loaded games={games.answer} />}
        </>
    );
}
