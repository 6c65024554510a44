import type { JSX } from "preact";
import { useEffect, useId, useRef, useState } from "preact/hooks";
import { text } from "../../text/en.ts";
import { ownEngine } from "../engine.ts";
import { GameChoice, ParameterFields } from "../games/choices.tsx";
import { botExample, catalogue, editedGame, parameterOf, specOf, type GameEntry, type Parameters } from "../games/games.ts";
import { editedName } from "../games/own-rules.ts";
import { Failure, sentence } from "../parts/failure.tsx";
import { Field } from "../parts/field.tsx";
import { count } from "../parts/numbers.ts";
import { Sentences } from "../parts/sentences.tsx";
import { Working } from "../parts/working.tsx";
import { useAnswer } from "../use-answer.ts";
import { Arena, groups, type Meeting } from "./arena.ts";
import { Bots } from "./bots.tsx";
import { builtIn, kindOf, type Entrant } from "./entrant.ts";
import { gridOf } from "./exact.ts";
import { Results } from "./results.tsx";
import { playedGame, Viewer, type Played } from "./viewer.tsx";
import "../style/play.css";
import "../style/arena.css";

async function listGames(): Promise<GameEntry[]> {
    const games = (await catalogue()).sort((a, b) => a.title.localeCompare(b.title, "en"));
    return [...(await editedGame()), ...games];
}

/** Bots to begin with: enough for a table. */
function usualBots(game: GameEntry): Entrant[] {
    const list: Entrant[] = [];
    for (let i = 0; list.length < game.players.default; i++)
        list.push(builtIn(botExample(game.bots[i % game.bots.length]?.usage ?? "random"), list));
    return list;
}

const sizes = [100, 1000, 10_000, 100_000, 1_000_000];

interface Choices {
    game: GameEntry;
    parameters: Parameters;
    players: number;
    entrants: Entrant[];
    games: number;
    seed: string;
}

function choicesOf(game: GameEntry, entrants: Entrant[]): Choices {
    return { game, parameters: {}, players: game.players.default, entrants, games: 1000, seed: "20251" };
}

/** The file's bots stay when the game changes; built-in ones are those of the game. */
function otherGame(choices: Choices, game: GameEntry): Choices {
    const kept = choices.entrants.filter((entrant) => kindOf(entrant) !== "builtin");
    const usual = usualBots(game).slice(0, Math.max(game.players.default - kept.length, 1));
    return { ...choicesOf(game, [...kept, ...usual]), games: choices.games, seed: choices.seed };
}

function Settings({
    games,
    choices,
    change,
    busy,
}: {
    games: GameEntry[];
    choices: Choices;
    change(choices: Choices): void;
    busy: boolean;
}): JSX.Element {
    const id = useId();
    const { game } = choices;
    const set = (fresh: Partial<Choices>): void => change({ ...choices, ...fresh });
    return (
        <>
            <div class="row settings">
                <GameChoice
                    label={text.arena.game}
                    games={games}
                    game={game}
                    disabled={busy}
                    choose={(chosen) => change(otherGame(choices, chosen))}
                />
                {game.players.max > game.players.min && (
                    <Field id={id} label={text.arena.players}>
                        <input
                            id={id}
                            type="number"
                            min={game.players.min}
                            max={game.players.max}
                            required
                            disabled={busy}
                            value={choices.players}
                            onInput={(e) => set({ players: e.currentTarget.valueAsNumber || game.players.default })}
                        />
                    </Field>
                )}
            </div>
            {game.parameters.some((p) => p.name !== "players") && (
                <details>
                    <summary>{text.play.variant}</summary>
                    <ParameterFields game={game} values={choices.parameters} change={(parameters) => set({ parameters })} />
                </details>
            )}
        </>
    );
}

function Amount({ choices, change, busy }: { choices: Choices; change(choices: Choices): void; busy: boolean }): JSX.Element {
    const id = useId();
    return (
        <div class="row settings">
            <Field id={`${id}-games`} label={text.arena.games}>
                <select
                    id={`${id}-games`}
                    value={choices.games}
                    disabled={busy}
                    onChange={(e) => change({ ...choices, games: Number(e.currentTarget.value) })}
                >
                    {sizes.map((size) => (
                        <option key={size} value={size}>
                            {count(size)}
                        </option>
                    ))}
                </select>
            </Field>
            <Field id={`${id}-seed`} label={text.arena.seed} help={text.arena.seedHelp}>
                <input
                    id={`${id}-seed`}
                    inputMode="numeric"
                    pattern="[0-9]{1,15}"
                    required
                    value={choices.seed}
                    size={12}
                    autocomplete="off"
                    disabled={busy}
                    aria-describedby={`${id}-seed-help`}
                    onInput={(e) => change({ ...choices, seed: e.currentTarget.value.trim() })}
                />
            </Field>
        </div>
    );
}

function Explanations(): JSX.Element {
    return (
        <>
            <details>
                <summary>{text.arena.howTo}</summary>
                {text.arena.howToText.map((words) => (
                    <p key={words}>
                        <Sentences text={words} />
                    </p>
                ))}
            </details>
            <details>
                <summary>{text.arena.sandbox}</summary>
                {text.arena.sandboxText.map((words) => (
                    <p key={words}>{words}</p>
                ))}
            </details>
        </>
    );
}

type Phase = "ready" | "playing" | "stopped" | "finished";

/** The arena that is playing, with the state that the page shows. A new one closes the previous one. */
function useArena(): {
    arena: Arena | null;
    version: number;
    phase: Phase;
    failure: unknown;
    play(choices: Choices): void;
    stop(): void;
    leave(): void;
} {
    const [arena, setArena] = useState<Arena | null>(null);
    const [version, setVersion] = useState(0);
    const [phase, setPhase] = useState<Phase>("ready");
    const [failure, setFailure] = useState<unknown>(null);
    const now = useRef<{ arena: Arena | null; stop: AbortController }>({ arena: null, stop: new AbortController() });
    const leave = (): void => {
        now.current.stop.abort();
        now.current.arena?.close();
        now.current = { arena: null, stop: new AbortController() };
    };
    useEffect(() => leave, []);
    const play = (choices: Choices): void => {
        leave();
        const { stop } = now.current;
        let waiting = 0;
        const changed = (): void => {
            waiting ||= requestAnimationFrame(() => {
                waiting = 0;
                setVersion((v) => v + 1);
            });
        };
        setPhase("playing");
        setFailure(null);
        setArena(null);
        const begin = async (): Promise<void> => {
            const { game, parameters, players, entrants, games, seed } = choices;
            const goal = parameterOf(game, "goal", parameters) ?? 0;
            const settings = {
                entry: game,
                game: specOf(game.name, parameters),
                players,
                grid: gridOf(game, goal),
                entrants,
                games,
                seed: Number(seed),
            };
            const fresh = new Arena(await ownEngine(), settings, changed);
            if (stop.signal.aborted) return fresh.close();
            now.current.arena = fresh;
            setArena(fresh);
            await fresh.play(stop.signal);
        };
        begin().then(
            () => now.current.stop === stop && setPhase(stop.signal.aborted ? "stopped" : "finished"),
            (error: unknown) => {
                if (now.current.stop !== stop) return;
                setFailure(error);
                setPhase("stopped");
            },
        );
    };
    const forget = (): void => {
        leave();
        setArena(null);
        setPhase("ready");
        setFailure(null);
    };
    return { arena, version, phase, failure, play, stop: () => now.current.stop.abort(), leave: forget };
}

function Progress({ arena, phase, stop }: { arena: Arena | null; phase: Phase; stop(): void }): JSX.Element | null {
    if (phase === "ready") return null;
    const meetings = arena?.meetings ?? [];
    const done = meetings.reduce((sum, meeting) => sum + (meeting.run?.games ?? 0), 0);
    if (phase !== "playing")
        return <p role="status">{phase === "finished" ? text.arena.finished(count(done)) : text.arena.stopped(count(done))}</p>;
    if (!arena || done === 0) return <Working label={text.arena.starting} stop={stop} />;
    if (arena.evaluated !== null) {
        const exact = { done: arena.evaluated, total: meetings.length, unit: text.arena.meetingsUnit };
        return <Working label={text.arena.evaluating} progress={exact} stop={stop} />;
    }
    const each = arena.settings.games;
    const at = Math.min(meetings.filter((meeting) => meeting.run).length, meetings.length);
    const label = text.arena.playing(at, meetings.length, count(meetings[at - 1]?.run?.games ?? 0), count(each));
    return (
        <div class="working">
            <span>{label}</span>
            <progress aria-label={text.arena.title} max={each * meetings.length} value={done} />
            <button type="button" onClick={stop}>
                {text.arena.stop}
            </button>
        </div>
    );
}

function Loaded({ games }: { games: GameEntry[] }): JSX.Element {
    const first = games.find((game) => game.name === editedName) ?? games.find((game) => game.name === "pig") ?? games[0]!;
    const [choices, setChoices] = useState(() => choicesOf(first, usualBots(first)));
    const [shown, setShown] = useState<Played | "working" | null>(null);
    const [problem, setProblem] = useState<unknown>(null);
    const asked = useRef<HTMLElement | null>(null); // the button that a game is shown for
    const { arena, version, phase, failure, play, stop, leave } = useArena();
    const busy = phase === "playing";
    const { entrants, players } = choices;
    const enough = entrants.length >= players;
    const change = (fresh: Choices): void => {
        setChoices(fresh);
        if (phase !== "ready" && fresh.game !== choices.game) leave();
    };
    const show = (meeting: Meeting, game: number): void => {
        asked.current = document.activeElement as HTMLElement | null;
        setShown("working");
        setProblem(null);
        arena!.show(meeting, game).then(
            (replay) => setShown(playedGame(replay)),
            (error: unknown) => {
                setShown(null);
                setProblem(error);
            },
        );
    };
    const close = (): void => {
        setShown(null);
        asked.current?.focus();
    };
    const start = (): void => {
        setShown(null);
        setProblem(null);
        play(choices);
    };
    return (
        <>
            <form
                class="setup"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (enough && !busy) start();
                }}
            >
                <Settings games={games} choices={choices} change={change} busy={busy} />
            </form>
            <div class="setup">
                <Bots
                    place={{ entry: choices.game, game: specOf(choices.game.name, choices.parameters), players }}
                    entrants={entrants}
                    busy={busy}
                    change={(update) => setChoices((now) => ({ ...now, entrants: update(now.entrants) }))}
                />
            </div>
            <form
                class="setup"
                onSubmit={(event) => {
                    event.preventDefault();
                    if (enough && !busy) start();
                }}
            >
                <Amount choices={choices} change={setChoices} busy={busy} />
                <p class="soft">
                    {enough
                        ? text.arena.groups(entrants.length, players, groups(entrants, players).length)
                        : text.arena.tooFew(players)}
                </p>
                <p>
                    <button type="submit" class="main-action wide-action" disabled={!enough || busy}>
                        {phase === "ready" ? text.arena.start : text.arena.again}
                    </button>
                </p>
            </form>
            <Progress arena={arena} phase={phase} stop={stop} />
            {failure !== null && <Failure error={failure} />}
            {arena && <Results arena={arena} version={version} show={show} busy={busy || shown === "working"} />}
            {shown === "working" && <Working label={text.arena.working} />}
            {problem !== null && (
                <p class="failure" role="alert">
                    {sentence(problem)}
                </p>
            )}
            {shown !== null && shown !== "working" && <Viewer played={shown} close={close} />}
            <Explanations />
        </>
    );
}

export function View(): JSX.Element {
    const games = useAnswer([], listGames);
    return (
        <>
            <h1>{text.arena.title}</h1>
            <p class="soft">{text.arena.lead}</p>
            {games.error !== undefined && <Failure error={games.error} retry={games.again} />}
            {games.working && !games.answer && <p class="soft">{text.shell.starting}</p>}
            {games.answer && <Loaded games={games.answer} />}
        </>
    );
}
