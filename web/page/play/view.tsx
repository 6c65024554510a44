import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Progress } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { engine } from "../engine.ts";
import { catalogue, editedGame, type GameEntry } from "../games/games.ts";
import { Failure, sentence } from "../parts/failure.tsx";
import { readTexts } from "../parts/files.ts";
import { Working } from "../parts/working.tsx";
import { Review } from "../review/review.tsx";
import { go, writeRoute } from "../shell/route.ts";
import type { ViewProps } from "../shell/views.ts";
import { unfinished, type Unfinished } from "../store/database.ts";
import { useAnswer } from "../use-answer.ts";
import { TableGame } from "./game.ts";
import { SetupForm } from "./setup-form.tsx";
import { usualSetup, type Setup } from "./setup.ts";
import { Table } from "./table.tsx";
import "../style/play.css";

/** The games that people are most likely to look for come first. */
const firstGames = ["pig", "piglet", "two-dice-pig", "pig-pen", "hog", "despirala"];

async function listGames(): Promise<GameEntry[]> {
    const place = ({ name }: GameEntry): number => (firstGames.includes(name) ? firstGames.indexOf(name) : firstGames.length);
    const games = (await catalogue()).sort((a, b) => place(a) - place(b) || a.title.localeCompare(b.title, "en"));
    return [...(await editedGame()), ...games];
}

/** A finished record that somebody opened, for its review. */
interface Opened {
    record: string;
    rules: string | null;
}

/** The records among some files: an unfinished one goes on, a finished one is reviewed. */
async function openFiles(files: Iterable<File>): Promise<TableGame | Opened> {
    const texts = await readTexts(files);
    const record = texts.find((file) => /^\s*\{\s*"alea"\s*:\s*"record"/.test(file.content));
    if (!record) throw new Error(text.play.noRecord);
    const rules = texts.find((file) => file.name.endsWith(".lua"))?.content ?? null;
    const coach: Setup = {
        game: "",
        rules,
        parameters: {},
        seats: [],
        order: "given",
        coach: "warn",
        seed: "",
        manual: false,
        objective: "",
    };
    try {
        return await TableGame.restore(await engine(), record.content, coach);
    } catch (error) {
        if (error instanceof Error && "status" in error && error.status === "E_STATE") return { record: record.content, rules };
        throw error;
    }
}

async function goOn(game: Unfinished): Promise<TableGame> {
    return TableGame.restore(await engine(), game.record, game.setup as Setup);
}

function OpenRecord({ open }: { open(files: Iterable<File>): void }): JSX.Element {
    const input = useRef<HTMLInputElement>(null);
    const [over, setOver] = useState(false);
    // Anywhere in the window: a file that misses the frame would else replace the page.
    useEffect(() => {
        const hover = (event: DragEvent): void => {
            event.preventDefault();
            setOver(true);
        };
        const leave = (event: DragEvent): void => void (event.relatedTarget === null && setOver(false));
        const drop = (event: DragEvent): void => {
            event.preventDefault();
            setOver(false);
            if (event.dataTransfer?.files.length) open(event.dataTransfer.files);
        };
        addEventListener("dragover", hover);
        addEventListener("dragleave", leave);
        addEventListener("drop", drop);
        return () => {
            removeEventListener("dragover", hover);
            removeEventListener("dragleave", leave);
            removeEventListener("drop", drop);
        };
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs for this change alone
    }, []);
    return (
        <section class={over ? "drop over" : "drop"}>
            <h2>{text.play.open}</h2>
            <p>{text.play.openHelp}</p>
            <input
                ref={input}
                type="file"
                class="hidden"
                tabIndex={-1}
                aria-hidden="true"
                multiple
                accept=".jsonl,.lua,application/jsonl"
                onChange={(event) => {
                    if (event.currentTarget.files) open(event.currentTarget.files);
                    event.currentTarget.value = "";
                }}
            />
            <button type="button" onClick={() => input.current?.click()}>
                {text.play.choose}
            </button>
        </section>
    );
}

function Continue({
    games,
    saved,
    resume,
    discard,
}: {
    games: GameEntry[];
    saved: Unfinished;
    resume(): void;
    discard(): void;
}): JSX.Element {
    const name = /"game":"([^"(]*)/.exec(saved.record)?.[1] ?? "";
    const game = games.find((one) => one.name === name)?.title ?? name;
    return (
        <div class="note row" role="status">
            <span>
                {text.play.unfinished} {text.play.replaced(game)}
            </span>
            <button type="button" class="main-action" onClick={resume}>
                {text.play.resume}
            </button>
            <button type="button" onClick={discard}>
                {text.play.discard}
            </button>
        </div>
    );
}

/** What can be read while the engine loads. */
function Heading(): JSX.Element {
    return (
        <>
            <h1>{text.play.title}</h1>
            <p class="soft">{text.play.lead}</p>
        </>
    );
}

type Opener = (progress: (p: Progress) => void) => Promise<TableGame | Opened>;

interface LobbyProps {
    games: GameEntry[];
    setup: Setup;
    setSetup(setup: Setup): void;
    sit(open: Opener): void;
    busy: boolean;
    progress: Progress | undefined;
    failure: string | null;
}

function Lobby({ games, setup, setSetup, sit, busy, progress, failure }: LobbyProps): JSX.Element {
    const saved = useAnswer([], () => unfinished.read().catch(() => undefined));
    const discard = (): void => void unfinished.drop().then(saved.again);
    const resume = (game: Unfinished): void => sit(() => goOn(game));
    return (
        <>
            <Heading />
            {saved.answer && <Continue games={games} saved={saved.answer} resume={() => resume(saved.answer!)} discard={discard} />}
            <SetupForm
                games={games}
                setup={setup}
                change={setSetup}
                busy={busy}
                begin={() => sit(async (tell) => TableGame.open(await engine(), setup, tell))}
            />
            {busy && progress && <Working label={text.play.opening} progress={progress} />}
            {failure && (
                <p class="failure" role="alert">
                    {failure}
                </p>
            )}
            <OpenRecord open={(files) => sit(() => openFiles(files))} />
        </>
    );
}

/** A game at the table, and its review when it is over. */
function Sitting({ game, leave, again }: { game: TableGame; leave(): void; again(): void }): JSX.Element {
    const [over, setOver] = useState(game.look().state.waits === "over");
    useEffect(() => {
        const stop = game.listen(() => setOver(game.look().state.waits === "over"));
        game.start();
        return () => {
            stop();
            game.close();
        };
    }, [game]);
    return (
        <>
            <Table game={game} leave={leave} again={again} />
            {over && <Review record={game.look().state.record} rules={game.setup.rules} keep />}
        </>
    );
}

/** The address of a game at the table: the back button leaves the table, and reloading the page resumes the game. */
const tableRoute = writeRoute("play", ["table"]);

export function View({ route }: ViewProps): JSX.Element {
    const atTable = writeRoute(route.view, route.rest) === tableRoute;
    const games = useAnswer([], listGames);
    const [setup, setSetup] = useState<Setup>();
    const [sitting, setSitting] = useState<TableGame>();
    const [opened, setOpened] = useState<Opened>();
    const [busy, setBusy] = useState(false);
    const [failure, setFailure] = useState<string | null>(null);
    const [progress, setProgress] = useState<Progress>();
    const sit = (open: Opener): void => {
        setBusy(true);
        setProgress(undefined);
        setFailure(null);
        open(setProgress)
            .then(
                (found) => {
                    if (!(found instanceof TableGame)) return setOpened(found);
                    setSitting(found);
                    go(tableRoute);
                },
                (error: unknown) => {
                    setFailure(sentence(error));
                    if (atTable) location.replace(writeRoute("play"));
                },
            )
            .finally(() => setBusy(false));
    };
    /** Once more with the same players. The game before gives up its place in the browser first. */
    const again = (before: TableGame): void => {
        if (busy) return;
        before.close();
        sit(async () => TableGame.open(await engine(), { ...before.setup, seed: "" }));
    };
    const leave = (): void => {
        setSitting(undefined);
        setOpened(undefined);
        if (atTable) go(writeRoute("play"));
        scrollTo(0, 0);
        document.querySelector("main")?.focus({ preventScroll: true }); // the button that had the focus is gone
    };
    useEffect(() => {
        if (!atTable && sitting) return leave(); // by the back button, or a link
        if (!atTable || sitting) return;
        const nothing = (): void => location.replace(writeRoute("play"));
        unfinished.read().then((game) => (game ? sit(() => goOn(game)) : nothing()), nothing);
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs for this change alone
    }, [atTable]);
    if (sitting) return <Sitting key={sitting.look().state.id} game={sitting} leave={leave} again={() => again(sitting)} />;
    if (opened) {
        return (
            <>
                <button type="button" class="plain" onClick={leave}>
                    {text.play.newGame}
                </button>
                <Review record={opened.record} rules={opened.rules} keep />
            </>
        );
    }
    if (!games.answer || atTable) {
        return (
            <>
                <Heading />
                {games.error ? (
                    <Failure error={games.error} retry={games.again} />
                ) : (
                    <p role="status">{games.answer ? text.play.opening : text.shell.starting}</p>
                )}
            </>
        );
    }
    const wanted = games.answer.find((game) => game.name === route.rest[0]) ?? games.answer[0]!;
    return (
        <Lobby
            games={games.answer}
            setup={setup ?? usualSetup(wanted, "", "warn")}
            setSetup={setSetup}
            sit={sit}
            busy={busy}
            progress={progress}
            failure={failure}
        />
    );
}
