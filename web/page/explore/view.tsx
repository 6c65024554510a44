import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { GameMap } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { parameterOf, type GameEntry } from "../games/games.ts";
import { indexAt, scoreAt } from "../parts/axis.ts";
import { Failure, sentence } from "../parts/failure.tsx";
import { bounds, certain } from "../parts/interval.ts";
import { count, unitOf, type Unit } from "../parts/numbers.ts";
import type { Shade } from "../parts/palette.ts";
import { Sentences } from "../parts/sentences.tsx";
import { Working } from "../parts/working.tsx";
import { useAnswer } from "../use-answer.ts";
import { useRested } from "../use-rested.ts";
import { usual, useExplored, type Explored, type MapWanted } from "./address.ts";
import {
    askMap,
    askPosition,
    isOptimal,
    solve,
    subjectOf,
    type MapRequest,
    type PositionRequest,
    type Solution,
    type Subject,
} from "./ask.ts";
import { GameAndObjective, Parameters, Policies } from "./controls.tsx";
import { hasKey, hasMap, listGames, playersOf } from "./games.ts";
import { useLive, type Live } from "./live.ts";
import { Legend, ScoreMap, type Place } from "./map.tsx";
import { cellAt, differencePicture, holdPicture, movesPicture, turnPicture, valuePicture, type Picture } from "./pictures.ts";
import { PlaceFields, PositionWorth } from "./position.tsx";
import { Prices } from "./price.tsx";
import { Surface } from "./surface.tsx";
import "../style/explore.css";

/** Light or dark, as the page is shown now. */
function useShade(): Shade {
    const read = (): Shade => {
        const chosen = document.documentElement.dataset["theme"];
        if (chosen === "light" || chosen === "dark") return chosen;
        return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
    };
    const [shade, setShade] = useState(read);
    useEffect(() => {
        const follow = (): void => setShade(read());
        const media = matchMedia("(prefers-color-scheme: dark)");
        const watch = new MutationObserver(follow);
        media.addEventListener("change", follow);
        watch.observe(document.documentElement, { attributeFilter: ["data-theme"] });
        return () => {
            media.removeEventListener("change", follow);
            watch.disconnect();
        };
    }, []);
    return shade;
}

interface PartProps {
    game: GameEntry;
    shown: Explored;
    change(fresh: Partial<Explored>): void;
    subject: Subject;
    unit: Unit;
}

/** The value of the game if all players play best. */
function Worth({ live, players, unit }: { live: Live<Solution>; players: number; unit: Unit }): JSX.Element {
    const found = live.answer;
    const shownUnit = unitOf(found?.objective ?? unit);
    const stale = live.working || live.error !== undefined;
    return (
        <div class="worth-of-game">
            <div role="status">
                {live.working && (
                    <Working
                        label={found ? text.explore.solvingAgain : text.explore.solving}
                        progress={live.progress}
                        stop={live.stop}
                    />
                )}
                {live.error !== undefined && (
                    <p class="note">
                        <Sentences text={sentence(live.error)} />
                    </p>
                )}
                {live.stopped && (
                    <p>
                        <button type="button" onClick={live.again}>
                            {text.shell.retry}
                        </button>
                    </p>
                )}
            </div>
            {found && (
                <dl class={stale ? "stale" : ""} aria-busy={stale}>
                    <div>
                        <dt>
                            {players === 1
                                ? text.rules.alone[shownUnit]
                                : shownUnit === "win"
                                  ? text.rules.first
                                  : text.rules.firstWorth[shownUnit]}
                        </dt>
                        <dd>
                            <b>{certain(found, shownUnit)}</b>{" "}
                            <small class="soft">{text.explore.between(...bounds(found, shownUnit))}</small>
                        </dd>
                    </div>
                    {players === 2 && (
                        <div>
                            <dt>{text.explore.secondWorth[shownUnit]}</dt>
                            <dd>{certain(found.second, shownUnit)}</dd>
                        </div>
                    )}
                    {found.first_hold !== null && (
                        <div>
                            <dt>{players === 1 ? text.explore.firstHoldAlone : text.explore.firstHold}</dt>
                            <dd>{count(found.first_hold)}</dd>
                        </div>
                    )}
                    <div>
                        <dt>{text.rules.states}</dt>
                        <dd>{count(found.states)}</dd>
                    </div>
                </dl>
            )}
        </div>
    );
}

/** At most so many cells along an axis; above it every so many scores are drawn. */
const mostCells = 250;

function stepFor(most: number): number {
    const rough = most / mostCells;
    return [1, 2, 4, 5, 10, 20, 40, 50, 100, 200, 500, 1000].find((step) => step >= rough) ?? 1000;
}

/** The requests for the view: one map, or two to compare. */
function mapRequests({ game, shown, subject }: PartProps): MapRequest[] {
    const goal = parameterOf(game, "goal", shown.parameters) ?? 100;
    const turns = parameterOf(game, "turns", shown.parameters) ?? 0;
    const common: Omit<MapRequest, "kind"> = { ...subject };
    const step = stepFor(Math.max(goal, turns));
    if (step > 1) common.step = step;
    if (shown.memory >= 0) common.memory = shown.memory;
    if (shown.map === "value") return [{ ...common, kind: "value" }];
    const kind = game.family === "hog" ? "moves" : shown.map;
    if (kind === "turn" && !isAloneWithoutLimit(game, shown)) common.other = Math.max(shown.other, leastOther({ game, shown }));
    const bots = [shown.bot, ...(shown.second && shown.second !== shown.bot ? [shown.second] : [])];
    return bots.map((bot) => ({ ...common, kind, bot }));
}

/** The least number of the second axis: of turns left there is one at least. */
function leastOther({ game, shown }: Pick<PartProps, "game" | "shown">): number {
    return playersOf(game, shown.parameters) === 1 ? 1 : 0;
}

/** A game for one without a limit of turns has nothing beside the own score. */
function isAloneWithoutLimit(game: GameEntry, shown: Explored): boolean {
    return playersOf(game, shown.parameters) === 1 && (parameterOf(game, "turns", shown.parameters) ?? 0) === 0;
}

/** A picture of the answers; null if they do not belong together yet. */
function pictureOf(maps: GameMap[], names: string[], shade: Shade): Picture | null {
    const [one, two] = maps;
    if (!one) return null;
    const [first = "", second = ""] = names;
    if (one.kind === "value") return valuePicture(one, unitOf(one.objective));
    if (one.kind === "turn") return turnPicture(one, first, two && { map: two, name: second });
    if (two) return differencePicture([one, two], [first, second], shade);
    if (one.kind === "moves") return movesPicture(one);
    return holdPicture(one, shade);
}

async function askMaps(requests: MapRequest[], work: Parameters<typeof askMap>[1]): Promise<GameMap[]> {
    const maps: GameMap[] = [];
    for (const request of requests) maps.push(await askMap(request, work));
    return maps;
}

/** The position of a place on the map, in the keys of the game; `remembered` is the turn's memory on the map. */
function positionWords(
    { game, shown }: PartProps,
    { own, other, turn }: { own: number; other: number; turn: number },
    remembered: number,
): string[] {
    const memory = shown.memory >= 0 ? shown.memory : turn > 0 ? remembered : 0;
    const alone = playersOf(game, shown.parameters) === 1;
    const words = [alone ? `scores=${own}` : `scores=${own},${other}`];
    if (turn) words.push(`turn=${turn}`);
    if (alone && hasKey(game, "turns")) words.push(`turns=${other}`);
    if (memory && hasKey(game, "memory")) words.push(`memory=${memory}`);
    return words;
}

function MapKinds({ game, shown, change }: PartProps): JSX.Element {
    const kinds: [MapWanted, string][] = [
        ["hold", game.family === "hog" ? text.explore.kinds.moves : text.explore.kinds.hold],
        ...(game.family === "race" ? [["turn", text.explore.kinds.turn] as [MapWanted, string]] : []),
        ["value", text.explore.kinds.value],
    ];
    return (
        <div class="row map-kinds">
            <fieldset class="choice">
                <legend class="hidden">{text.explore.kind}</legend>
                {kinds.map(([kind, title]) => (
                    <label key={kind}>
                        <input
                            type="radio"
                            name="map-kind"
                            checked={shown.map === kind}
                            onChange={() => change({ map: kind, ...(kind === "turn" ? { surface: false } : { turn: 0 }) })}
                        />{" "}
                        {title}
                    </label>
                ))}
            </fieldset>
            {shown.map !== "turn" && (
                <label>
                    <input type="checkbox" checked={shown.surface} onChange={(e) => change({ surface: e.currentTarget.checked })} />{" "}
                    {text.explore.asSurface}
                </label>
            )}
        </div>
    );
}

/** The map or the surface, and the position under the pointer. */
function Chart(part: PartProps): JSX.Element {
    const { game, shown, change, subject } = part;
    const shade = useShade();
    const requests = mapRequests(part);
    const key = JSON.stringify(["map", requests]);
    const names = [shown.bot, shown.second];
    const live = useLive(key, async (work) => ({ maps: await askMaps(requests, work), names }));
    const picture = useMemo(() => live.answer && pictureOf(live.answer.maps, live.answer.names, shade), [live.answer, shade]);
    const [hover, setHover] = useState<Place | null>(null);
    const ofTurn = shown.map === "turn";
    const other = Math.max(shown.other, leastOther(part));
    const kept: Place = { x: shown.own, y: ofTurn ? shown.turn : other };
    const at = hover ?? kept;
    const place = ofTurn ? { own: at.x, other, turn: at.y } : { own: at.x, other: at.y, turn: 0 };
    const remembered = shown.memory >= 0 ? shown.memory : (live.answer?.maps[0]?.memory ?? 0);
    const request: PositionRequest = { ...subject, position: positionWords(part, place, remembered) };
    const worth = useLive(JSON.stringify(["ask", request]), (work) => askPosition(request, work));
    useEffect(() => setHover(null), [shown.map, shown.game]);
    const stale = live.working || live.error !== undefined;
    const telling = picture ? text.explore.telling(tellPlace(picture, at), picture.tell(cellAt(picture, at.x, at.y))) : "";
    const choose = (to: Place): void => {
        setHover(null);
        change(ofTurn ? { own: to.x, turn: to.y } : { own: to.x, other: to.y });
    };
    const label = text.explore.mapLabel(game.title, picture?.legend.title ?? "");
    return (
        <div class="explore-chart">
            <section class="picture" aria-label={text.explore.pictureTitle}>
                <MapKinds {...part} />
                {live.working && (
                    <Working
                        label={picture ? text.explore.drawingAgain : text.explore.drawing}
                        progress={live.progress}
                        stop={live.stop}
                    />
                )}
                {live.error !== undefined && (
                    <p class="note" role="status">
                        <Sentences text={sentence(live.error)} />
                    </p>
                )}
                {live.stopped && (
                    <p>
                        <button type="button" onClick={live.again}>
                            {text.shell.retry}
                        </button>
                    </p>
                )}
                {picture && shown.surface && !ofTurn && (
                    <Surface picture={picture} label={label} shade={shade} at={at} stale={stale} />
                )}
                {picture && !(shown.surface && !ofTurn) && (
                    <ScoreMap
                        picture={picture}
                        label={label}
                        at={at}
                        choose={choose}
                        hover={setHover}
                        stale={stale}
                        {...(game.family === "race" && !ofTurn
                            ? { enter: () => change({ map: "turn", surface: false, turn: 0 }) }
                            : {})}
                    />
                )}
                {picture && <Legend legend={picture.legend} />}
            </section>
            <section class="reading" aria-label={text.explore.position}>
                <h2>{text.explore.position}</h2>
                <PlaceFields fields={[...(picture ? placeFields(part, picture) : []), ...memoryFields(part, remembered)]} />
                <PositionWorth live={worth} telling={telling} />
                <Spoken
                    telling={telling}
                    worth={
                        worth.working || worth.error !== undefined
                            ? ""
                            : worth.answer
                              ? certain(worth.answer, unitOf(worth.answer.objective), 2)
                              : ""
                    }
                />
                {game.family === "race" && !ofTurn && (
                    <button type="button" onClick={() => change({ map: "turn", surface: false, turn: 0 })}>
                        {playersOf(game, shown.parameters) === 1 ? text.explore.seeTurnAlone(other) : text.explore.seeTurn(other)}
                    </button>
                )}
            </section>
        </div>
    );
}

function tellPlace({ x, y }: Picture, at: Place): string {
    const score = (axis: Picture["x"], to: number): number => scoreAt(axis, indexAt(axis, to));
    return text.explore.placeOf(x.label, score(x, at.x), y.label, score(y, at.y));
}

function placeFields(part: PartProps, { x, y }: Picture): Parameters<typeof PlaceFields>[0]["fields"] {
    const { game, shown, change } = part;
    const least = leastOther(part);
    const other = Math.max(shown.other, least);
    const last = (axis: Picture["x"]): number => axis.from + axis.count * axis.step - 1;
    const ofTurn = shown.map === "turn";
    const otherLabel = text.map.axis(playersOf(game, shown.parameters) === 1 ? "turns" : "other");
    const goal = parameterOf(game, "goal", shown.parameters) ?? 100;
    const fields = [
        {
            name: "own",
            label: text.map.axis("own"),
            value: shown.own,
            min: x.from,
            max: last(x),
            change: (own: number) => change({ own }),
        },
    ];
    if (!ofTurn)
        fields.push({
            name: "other",
            label: otherLabel,
            value: other,
            min: y.from,
            max: last(y),
            change: (other) => change({ other }),
        });
    else if (!isAloneWithoutLimit(game, shown)) {
        fields.push({
            name: "other",
            label: otherLabel,
            value: other,
            min: least,
            max: Math.max(goal, 200),
            change: (other) => change({ other }),
        });
    }
    if (ofTurn)
        fields.push({
            name: "turn",
            label: text.map.axis("turn"),
            value: shown.turn,
            min: 0,
            max: last(y),
            change: (turn) => change({ turn }),
        });
    return fields;
}

/** The turn's memory, in games that have one. Also shown without a picture, because another value may have one. */
function memoryFields({ game, change }: PartProps, remembered: number): Parameters<typeof PlaceFields>[0]["fields"] {
    if (!hasKey(game, "memory")) return [];
    return [
        {
            name: "memory",
            label: text.explore.memory,
            value: remembered,
            min: 0,
            max: 65_535,
            change: (memory: number) => change({ memory }),
        },
    ];
}

/** The text for screen readers, after the place has stopped changing. */
function Spoken({ telling, worth }: { telling: string; worth: string }): JSX.Element {
    const said = useRested(worth ? text.explore.spoken(telling, worth) : telling, 500);
    return (
        <p class="hidden" role="status">
            {said}
        </p>
    );
}

/** For games whose positions do not form a plane: a position in words. */
function WordsPosition({ game, shown, change, subject }: PartProps): JSX.Element {
    const words = useRested(shown.position, 350);
    const request: PositionRequest = { ...subject, position: words };
    const worth = useLive(JSON.stringify(["ask", request]), (work) => askPosition(request, work));
    return (
        <section class="reading">
            <h2>{text.explore.position}</h2>
            <p class="note">{text.explore.noMap[game.family] ?? text.explore.noMap["graph"]}</p>
            <div class="field">
                <label for="explore-position">{text.explore.positionWords}</label>
                <input
                    id="explore-position"
                    value={shown.position}
                    size={40}
                    spellcheck={false}
                    autocapitalize="off"
                    autocomplete="off"
                    aria-describedby="explore-keys"
                    onInput={(e) => change({ position: e.currentTarget.value })}
                />
            </div>
            <dl id="explore-keys" class="keys-of-position">
                {game.keys.map((key) => (
                    <div key={key.name}>
                        <dt>
                            <code>{key.name}=</code>
                        </dt>
                        <dd>{key.help}</dd>
                    </div>
                ))}
            </dl>
            <PositionWorth live={worth} telling="" />
        </section>
    );
}

function Explorer({
    games,
    game,
    shown,
    change,
}: {
    games: GameEntry[];
    game: GameEntry;
    shown: Explored;
    change(fresh: Partial<Explored>): void;
}): JSX.Element {
    const subject = subjectOf(game, shown);
    const objective = shown.objective || game.played_for;
    const unit = unitOf(objective);
    const players = playersOf(game, shown.parameters);
    const solution = useLive(JSON.stringify(["solve", subject]), async (work) => {
        if (players > 2) throw new Error(text.explore.several);
        return solve(subject, work);
    });
    const part: PartProps = { game, shown, change, subject, unit };
    const bots = [shown.bot, shown.second].filter((bot, i, all) => bot && !isOptimal(bot) && all.indexOf(bot) === i);
    const pair: [string, string] | null =
        shown.second && !isOptimal(shown.bot) && !isOptimal(shown.second) && shown.bot !== shown.second
            ? [shown.bot, shown.second]
            : null;
    return (
        <>
            <div class="explore-top">
                <GameAndObjective games={games} game={game} shown={shown} change={change} />
                <Worth live={solution} players={players} unit={unit} />
            </div>
            <div class="explore-controls">
                <Parameters game={game} shown={shown} change={change} />
                <Policies game={game} shown={shown} change={change} />
            </div>
            {hasMap(game) ? <Chart key={game.name} {...part} /> : <WordsPosition key={game.name} {...part} />}
            <Prices
                game={game}
                subject={subject}
                objective={objective}
                players={players}
                bots={bots}
                pair={pair}
                solution={solution}
            />
        </>
    );
}

export function View(): JSX.Element {
    const [shown, change] = useExplored();
    const games = useAnswer([], listGames);
    const game = games.answer?.find((one) => one.name === shown.game);
    return (
        <>
            <h1>{text.explore.title}</h1>
            <p class="soft">{text.explore.lead}</p>
            {games.error !== undefined && <Failure error={games.error} retry={games.again} />}
            {games.working && (
                <p class="soft" role="status">
                    {text.shell.starting}
                </p>
            )}
            {games.answer && !game && (
                <p class="note" role="status">
                    {text.explore.noGame(shown.game)}{" "}
                    <button type="button" onClick={() => change(usual)}>
                        {text.explore.toPig}
                    </button>
                </p>
            )}
            {games.answer && game && <Explorer games={games.answer} game={game} shown={shown} change={change} />}
        </>
    );
}
