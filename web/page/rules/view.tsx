import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { text } from "../../text/en.ts";
import { isEngineError } from "../engine.ts";
import { ParameterFields } from "../games/choices.tsx";
import type { GameEntry, Parameters } from "../games/games.ts";
import { draftRules, editedName, ownRules } from "../games/own-rules.ts";
import { Failure, sentence } from "../parts/failure.tsx";
import { readTexts, saveText } from "../parts/files.ts";
import { certain } from "../parts/interval.ts";
import { PolicyMap } from "../parts/map.tsx";
import { count, unitOf, value } from "../parts/numbers.ts";
import { Sentences } from "../parts/sentences.tsx";
import { Working } from "../parts/working.tsx";
import { go, readRoute, writeRoute } from "../shell/route.ts";
import type { ViewProps } from "../shell/views.ts";
import { useAnswer } from "../use-answer.ts";
import { useRested } from "../use-rested.ts";
import { openEditor, type RuleEditor } from "./editor.ts";
import { length, policyMap, readRules, solvable, solve, verify } from "./facts.ts";
import { pack, unpack } from "./share.ts";
import "../style/play.css";
import "../style/rules.css";

const files = import.meta.glob<string>("../../../rules/*.lua", { query: "?raw", import: "default" });
const builtIn = Object.fromEntries(Object.entries(files).map(([path, load]) => [path.replace(/.*\/(.*)\.lua$/, "$1"), load]));
const names = Object.keys(builtIn).sort();
/** Texts of built-in games that were shown. */
const unchanged = new Set<string>();

async function builtInRules(name: string): Promise<string> {
    const content = await builtIn[name]!();
    unchanged.add(content);
    return content;
}

function keepDraft(content: string): void {
    if (unchanged.has(content)) draftRules.clear();
    else draftRules.set(content);
}

/** The proof of the bounds, on demand: it takes longer than the solution. */
function Proof({ rules, spec }: { rules: string; spec: string }): JSX.Element {
    const [wanted, setWanted] = useState(false);
    const proof = useAnswer([wanted], wanted ? (work) => verify(rules, spec, work) : null);
    const verdict = proof.answer;
    if (!wanted) return <button type="button" onClick={() => setWanted(true)}>{text.rules.verify}</button>;
    if (proof.error !== undefined) return <p class="failure" role="alert"><Sentences text={sentence(proof.error)} /></p>;
    if (!verdict) return <Working label={text.rules.verifying} progress={proof.progress} stop={() => setWanted(false)} />;
    return <p class={verdict.holds ? "good" : "failure"} role="status">{verdict.holds ? text.rules.holds(count(verdict.checked)) : verdict.reason}</p>;
}

function Solved({ rules, game, spec }: { rules: string; game: GameEntry; spec: string }): JSX.Element {
    const [stopped, setStopped] = useState(false);
    useEffect(() => setStopped(false), [rules, spec]);
    const solution = useAnswer([rules, spec, stopped], stopped ? null : (work) => solve(rules, spec, work));
    const players = Math.min(game.players.default, 2);
    const ready = solution.answer !== undefined && !solution.working; // else the numbers of other rules are still there
    const key = `${spec} ${rules}`;
    const turns = useAnswer([key, ready], ready ? async (work) => ({ key, length: await length(rules, spec, players, work) }) : null);
    const map = useAnswer([key, ready], ready ? async (work) => ({ key, map: await policyMap(rules, spec, game.family, work) }) : null);
    const stale = (answer: { key: string }): string => (answer.key === key ? "" : "stale"); // that of other rules is still there
    if (solution.error) return <p class="note" role="status"><Sentences text={sentence(solution.error)} /></p>;
    if (stopped) return <button type="button" onClick={() => setStopped(false)}>{text.shell.retry}</button>;
    const found = solution.answer;
    if (!found) return <Working label={text.rules.solving} progress={solution.progress} stop={() => setStopped(true)} />;
    const unit = unitOf(found.objective);
    return (
        <div class={solution.working ? "facts-list stale" : "facts-list"} aria-busy={solution.working}>
            <dl>
                <dt>{players === 1 ? text.rules.alone[unit] : unit === "win" ? text.rules.first : text.rules.firstWorth[unit]}</dt>
                <dd>
                    <b>{certain(found, unit)}</b>
                    {players === 2 && unit === "win" && <span class="soft"> {text.rules.advantage(value(2 * found.value - 1, "win"))}</span>}
                    <small class="soft">{text.rules.bounds(String(found.lower), String(found.upper))}</small>
                </dd>
                {turns.answer?.length && (
                    <>
                        <dt>{text.rules.length}</dt>
                        <dd class={stale(turns.answer)}>
                            {(players === 1 ? text.rules.lengthAlone : text.rules.lengthTurns)(turns.answer.length.value.toFixed(2))}
                        </dd>
                    </>
                )}
                <dt>{text.rules.states}</dt>
                <dd>{count(found.states)}</dd>
            </dl>
            {ready && <Proof key={key} rules={rules} spec={spec} />}
            {map.answer?.map && (
                <>
                    <h3>{text.rules.map}</h3>
                    <div class={stale(map.answer)}><PolicyMap map={map.answer.map} label={text.rules.mapLabel} /></div>
                </>
            )}
            {map.answer?.map === null && <p class="soft">{text.rules.noMap}</p>}
            {map.error !== undefined && <p class="failure" role="alert"><Sentences text={sentence(map.error)} /></p>}
        </div>
    );
}

interface PaneProps {
    content: string;
    mark(error: { line: number; message: string } | null): void;
    goTo(line: number): void;
}

/** What the rules say: an error at its line, or what they do to the game. */
function Findings({ content, mark, goTo }: PaneProps): JSX.Element {
    const settled = useRested(content, 350); // while somebody types, nothing is asked
    const read = useAnswer([settled], (work) => readRules(settled, work));
    const [parameters, setParameters] = useState<Parameters>({});
    const game = read.answer;
    const error = read.error;
    const line = isEngineError(error) ? error.line : 0;
    // Other views offer the last rules that could be read, unless they are those of a built-in game.
    useEffect(() => {
        if (!game?.rules) return;
        if (unchanged.has(game.rules)) ownRules.clear();
        else ownRules.set(game.rules);
    }, [game]);
    useEffect(() => mark(error !== undefined && line > 0 ? { line, message: sentence(error) } : null), [error]);
    // Parameters that a changed file no longer has are forgotten.
    const known = useMemo(() => {
        const kept = Object.entries(parameters).filter(([name]) => game?.parameters.some((p) => p.name === name));
        return Object.fromEntries(kept);
    }, [game, parameters]);
    const play = (): void => {
        ownRules.set(settled);
        go(writeRoute("play", [editedName]));
    };
    return (
        <>
            <div role="status" class="reading">
                {read.working && !game && <p class="soft">{text.rules.checking}</p>}
                {game && !error && <p class="good">{text.rules.good(game.title)}</p>}
                {error !== undefined && (
                    <div class="failure">
                        <p><Sentences text={sentence(error)} /></p>
                        {line > 0 && <button type="button" onClick={() => goTo(line)}>{text.rules.goTo(line)}</button>}
                    </div>
                )}
            </div>
            {game && error === undefined && (
                <>
                    <button type="button" class="main-action" onClick={play}>{text.rules.play}</button>
                    <h2>{text.rules.facts}</h2>
                    <ParameterFields game={game} values={known} change={setParameters} />
                    <Solved rules={settled} game={game} spec={solvable(game, known)} />
                </>
            )}
        </>
    );
}

/** A link to the rules, on the clipboard and in a field of its own: not every browser gives the clipboard away. */
function Share({ read, content }: { read(): string; content: string }): JSX.Element {
    const [link, setLink] = useState<string | null>(null);
    const [said, setSaid] = useState("");
    useEffect(() => setLink(null), [content]); // it had other rules
    const share = async (): Promise<void> => {
        const address = new URL(writeRoute("rules", [], { text: await pack(read()) }), location.href.replace(/#.*/s, "")).href;
        setLink(address);
        try {
            await navigator.clipboard.writeText(address);
            setSaid(text.rules.shared);
        } catch {
            setSaid("");
        }
    };
    return (
        <>
            <button type="button" onClick={() => void share()}>{text.rules.share}</button>
            {link !== null && (
                <span class="row link">
                    <input readOnly aria-label={text.rules.link} value={link} onFocus={(e) => e.currentTarget.select()} />
                    <span role="status">{said}</span>
                </span>
            )}
        </>
    );
}

function Toolbar({ editor, content, load }: { editor: () => RuleEditor | undefined; content: string; load(content: string): void }): JSX.Element {
    const input = useRef<HTMLInputElement>(null);
    const [failure, setFailure] = useState<string | null>(null);
    const open = async (chosen: FileList | null): Promise<void> => {
        setFailure(null);
        try {
            const [file] = await readTexts(chosen ?? []);
            if (file) load(file.content);
        } catch {
            setFailure(text.play.unreadable(chosen?.[0]?.name ?? ""));
        }
    };
    const read = (): string => editor()?.read() ?? "";
    return (
        <div class="row tools">
            <label>
                {text.rules.from}
                <select value="" onChange={(e) => void builtInRules(e.currentTarget.value).then(load)}>
                    <option value="" disabled>{text.rules.fromGame}</option>
                    {names.map((name) => <option key={name}>{name}</option>)}
                </select>
            </label>
            <button type="button" onClick={() => input.current?.click()}>{text.rules.open}</button>
            <input ref={input} type="file" class="hidden" tabIndex={-1} aria-hidden="true" accept=".lua" onChange={(e) => void open(e.currentTarget.files)} />
            <button type="button" onClick={() => saveText("rules.lua", "text/plain", read())}>{text.rules.download}</button>
            <Share read={read} content={content} />
            {failure && <p class="failure" role="alert">{failure}</p>}
        </div>
    );
}

/** The text to begin with: that of the link, what was edited before, or the rules of Pig. */
async function firstText(shared: string | null): Promise<{ shared: string | null; content: string; bad: boolean }> {
    const usual = async (): Promise<string> => draftRules.get() ?? (await builtInRules("pig"));
    if (shared === null) return { shared, content: await usual(), bad: false };
    try {
        return { shared, content: await unpack(shared), bad: false };
    } catch {
        return { shared, content: await usual(), bad: true };
    }
}

function Workbench({ first }: { first: string }): JSX.Element {
    const host = useRef<HTMLDivElement>(null);
    const editor = useRef<RuleEditor | undefined>(undefined);
    const [content, setContent] = useState(first);
    const [replaced, setReplaced] = useState<string | null>(null); // a text of the user's that another one has taken the place of
    const load = (fresh: string): void => {
        const before = editor.current?.read() ?? "";
        setReplaced(unchanged.has(before) || before === fresh ? null : before);
        editor.current?.write(fresh);
    };
    useEffect(() => {
        if (!host.current) return;
        const opened = openEditor(host.current, first, () => {
            const content = opened.read();
            setContent(content);
            keepDraft(content);
            // The link had other rules: to load the page again shall show these.
            if (readRoute(location.hash).query.has("text")) history.replaceState(null, "", writeRoute("rules"));
        });
        editor.current = opened;
        return () => {
            keepDraft(opened.read());
            opened.close();
        };
    }, []);
    return (
        <>
            <Toolbar editor={() => editor.current} content={content} load={load} />
            {replaced !== null && (
                <p class="note row" role="status">
                    {text.rules.replaced} <button type="button" onClick={() => load(replaced)}>{text.rules.putBack}</button>
                </p>
            )}
            <div class="workbench">
                <section aria-label={text.rules.editor}>
                    <div ref={host} class="editor" />
                    <p class="soft screen-only">{text.rules.escape}</p>
                    <pre class="print-only">{content}</pre>
                </section>
                <section aria-label={text.rules.facts}>
                    <Findings content={content} mark={(error) => editor.current?.mark(error)} goTo={(line) => editor.current?.focusLine(line)} />
                </section>
            </div>
        </>
    );
}

export function View({ route }: ViewProps): JSX.Element {
    const shared = route.query.get("text");
    const first = useAnswer([shared], () => firstText(shared));
    const found = first.answer?.shared === shared ? first.answer : undefined;
    return (
        <>
            <h1>{text.rules.title}</h1>
            <p class="soft">{text.rules.lead}</p>
            {first.error !== undefined && <Failure error={first.error} retry={first.again} />}
            {found?.bad && <p class="failure" role="alert">{text.rules.badLink}</p>}
            {found && <Workbench key={shared ?? ""} first={found.content} />}
        </>
    );
}
