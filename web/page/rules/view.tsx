import type { JSX } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { text } from "../../text/en.ts";
import { isEngineError } from "../engine.ts";
import { ParameterFields } from "../games/choices.tsx";
import type { GameEntry, Parameters } from "../games/games.ts";
import { draftRules, editedName, ownRules, replacedRules } from "../games/own-rules.ts";
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

/** Texts that links brought. */
const linked = new Set<string>();

/** Whether an opened text becomes the draft. A text from a link does, unless the user has written a draft. */
function beginDraft(first: string): boolean {
    const draft = draftRules.get();
    if (draft === first) return true;
    if (unchanged.has(first) || (draft !== null && !linked.has(draft))) return false;
    draftRules.set(first);
    return true;
}

/** The proof of the bounds, on demand: it takes longer than the solution. */
function Proof({ rules, spec }: { rules: string; spec: string }): JSX.Element {
    const [wanted, setWanted] = useState(false);
    const proof = useAnswer([wanted], wanted ? (work) => verify(rules, spec, work) : null);
    const verdict = proof.answer;
    if (!wanted)
        return (
            <button type="button" onClick={() => setWanted(true)}>
                {text.rules.verify}
            </button>
        );
    if (proof.error !== undefined)
        return (
            <p class="failure" role="alert">
                <Sentences text={sentence(proof.error)} />
            </p>
        );
    if (!verdict) return <Working label={text.rules.verifying} progress={proof.progress} stop={() => setWanted(false)} />;
    return (
        <p class={verdict.holds ? "good" : "failure"} role="status">
            {verdict.holds ? text.rules.holds(count(verdict.checked)) : verdict.reason}
        </p>
    );
}

function Solved({ rules, game, spec }: { rules: string; game: GameEntry; spec: string }): JSX.Element {
    const [stopped, setStopped] = useState(false);
    useEffect(() => setStopped(false), [rules, spec]);
    const several = game.players.min > 2;
    const solution = useAnswer(
        [rules, spec, stopped],
        stopped
            ? null
            : async (work) => {
                  if (several) throw new Error(text.explore.several);
                  return solve(rules, spec, work);
              },
    );
    const players = Math.min(game.players.default, 2);
    const ready = solution.answer !== undefined && !solution.working; // else the numbers of other rules are still there
    const key = `${spec} ${rules}`;
    const turns = useAnswer(
        [key, ready],
        ready ? async (work) => ({ key, length: await length(rules, spec, players, work) }) : null,
    );
    const map = useAnswer(
        [key, ready],
        ready ? async (work) => ({ key, ...(await policyMap(rules, spec, game.family, work)) }) : null,
    );
    const stale = (answer: { key: string }): string => (answer.key === key ? "" : "stale"); // that of other rules is still there
    if (solution.error)
        return (
            <p class="note" role="status">
                <Sentences text={sentence(solution.error)} />
            </p>
        );
    if (stopped)
        return (
            <button type="button" onClick={() => setStopped(false)}>
                {text.shell.retry}
            </button>
        );
    const found = solution.answer;
    if (!found) return <Working label={text.rules.solving} progress={solution.progress} stop={() => setStopped(true)} />;
    const unit = unitOf(found.objective);
    return (
        <div class={solution.working ? "facts-list stale" : "facts-list"} aria-busy={solution.working}>
            <dl>
                <dt>{players === 1 ? text.rules.alone[unit] : unit === "win" ? text.rules.first : text.rules.firstWorth[unit]}</dt>
                <dd>
                    <b>{certain(found, unit)}</b>
                    {players === 2 && unit === "win" && (
                        <span class="soft"> {text.rules.advantage(value(2 * found.value - 1, "win"))}</span>
                    )}
                    <small class="soft">{text.rules.bounds(String(found.lower), String(found.upper))}</small>
                </dd>
                {turns.answer?.length && (
                    <>
                        <dt>{text.rules.length}</dt>
                        <dd class={stale(turns.answer)}>
                            {(players === 1 ? text.rules.lengthAlone : text.rules.lengthTurns)(
                                turns.answer.length.value.toFixed(2),
                            )}
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
                    {map.answer.map.memory > 0 && <p class="soft">{text.rules.mapMemory(map.answer.map.memory)}</p>}
                    <div class={stale(map.answer)}>
                        <PolicyMap map={map.answer.map} label={text.rules.mapLabel} />
                    </div>
                </>
            )}
            {map.answer?.why !== undefined && (
                <p class="soft">
                    <Sentences text={map.answer.why} />
                </p>
            )}
            {map.error !== undefined && (
                <p class="failure" role="alert">
                    <Sentences text={sentence(map.error)} />
                </p>
            )}
        </div>
    );
}

interface PaneProps {
    content: string;
    foreign: boolean; // a link's, while the user works on another text
    mark(error: { line: number; message: string } | null): void;
    goTo(line: number): void;
}

/** The findings about the rules: an error at its line, or facts about the game. */
function Findings({ content, foreign, mark, goTo }: PaneProps): JSX.Element {
    const settled = useRested(content, 350); // wait until typing stops
    const read = useAnswer([settled], (work) => readRules(settled, work));
    const [parameters, setParameters] = useState<Parameters>({});
    const game = read.answer;
    const error = read.error;
    const line = isEngineError(error) ? error.line : 0;
    // Other views offer the last rules that could be read, unless they are those of a built-in game, or take the place of the user's own.
    useEffect(() => {
        if (!game?.rules || foreign) return;
        if (unchanged.has(game.rules)) ownRules.clear();
        else ownRules.set(game.rules);
    }, [game, foreign]);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs for this change alone
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
                        <p>
                            <Sentences text={sentence(error)} />
                        </p>
                        {line > 0 && (
                            <button type="button" onClick={() => goTo(line)}>
                                {text.rules.goTo(line)}
                            </button>
                        )}
                    </div>
                )}
            </div>
            {game && error === undefined && (
                <>
                    <button type="button" class="main-action" onClick={play}>
                        {text.rules.play}
                    </button>
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
            <button type="button" onClick={() => void share()}>
                {text.rules.share}
            </button>
            {link !== null && (
                <span class="row link">
                    <input readOnly aria-label={text.rules.link} value={link} onFocus={(e) => e.currentTarget.select()} />
                    <span role="status">{said}</span>
                </span>
            )}
        </>
    );
}

function Toolbar({
    editor,
    content,
    load,
}: {
    editor: () => RuleEditor | undefined;
    content: string;
    load(content: string): void;
}): JSX.Element {
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
                    <option value="" disabled>
                        {text.rules.fromGame}
                    </option>
                    {names.map((name) => (
                        <option key={name}>{name}</option>
                    ))}
                </select>
            </label>
            <button type="button" onClick={() => input.current?.click()}>
                {text.rules.open}
            </button>
            <input
                ref={input}
                type="file"
                class="hidden"
                tabIndex={-1}
                aria-hidden="true"
                accept=".lua"
                onChange={(e) => void open(e.currentTarget.files)}
            />
            <button type="button" onClick={() => saveText("rules.lua", "text/plain", read())}>
                {text.rules.download}
            </button>
            <Share read={read} content={content} />
            {failure && (
                <p class="failure" role="alert">
                    {failure}
                </p>
            )}
        </div>
    );
}

/** The initial text: from the link, the earlier draft, or the rules of Pig. */
async function firstText(shared: string | null): Promise<{ shared: string | null; content: string; bad: boolean }> {
    const usual = async (): Promise<string> => draftRules.get() ?? (await builtInRules("pig"));
    if (shared === null) return { shared, content: await usual(), bad: false };
    try {
        const content = await unpack(shared);
        linked.add(content);
        return { shared, content, bad: false };
    } catch {
        return { shared, content: await usual(), bad: true };
    }
}

/** The editor and its findings. The initial text is the user's draft or, until it is changed, that of a built-in game or of a
 *  link. The latter do not replace a draft: it is kept and can be restored. */
function Workbench({ first }: { first: string }): JSX.Element {
    const host = useRef<HTMLDivElement>(null);
    const editor = useRef<RuleEditor | undefined>(undefined);
    const drafted = useRef<boolean>(undefined); // whether this editor contains the draft
    drafted.current ??= beginDraft(first);
    const [content, setContent] = useState(first);
    const [replaced, setReplaced] = useState(replacedRules.all().length > 0);
    const [waiting, setWaiting] = useState(!drafted.current && draftRules.get() !== null); // another draft
    const keep = (): void => {
        const content = editor.current?.read() ?? "",
            before = draftRules.get();
        if (!drafted.current && before !== null) replacedRules.add(before);
        drafted.current = !unchanged.has(content);
        if (drafted.current) draftRules.set(content);
        else draftRules.clear();
        setWaiting(false);
        setReplaced(replacedRules.all().length > 0);
    };
    const load = (fresh: string): void => {
        const before = editor.current?.read();
        if (drafted.current && before !== undefined && before !== fresh) replacedRules.add(before);
        editor.current?.write(fresh);
    };
    const putBack = (): void => {
        const [latest, ...others] = replacedRules.all();
        if (latest === undefined) return;
        const before = editor.current?.read();
        replacedRules.write(drafted.current && before !== undefined ? [...others, before] : others);
        drafted.current = false; // it is among the replaced ones
        draftRules.clear();
        editor.current?.write(latest);
    };
    useEffect(() => {
        if (!host.current) return;
        const opened = openEditor(host.current, first, () => {
            setContent(opened.read());
            keep();
            // The link had other rules: to load the page again shall show these.
            if (readRoute(location.hash).query.has("text")) history.replaceState(null, "", writeRoute("rules"));
        });
        editor.current = opened;
        return () => opened.close();
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs for this change alone
    }, []);
    return (
        <>
            <Toolbar editor={() => editor.current} content={content} load={load} />
            {waiting && (
                <p class="note row" role="status">
                    {text.rules.linked}{" "}
                    <button type="button" onClick={() => go(writeRoute("rules"))}>
                        {text.rules.toDraft}
                    </button>
                </p>
            )}
            {replaced && (
                <p class="note row" role="status">
                    {text.rules.replaced}{" "}
                    <button type="button" onClick={putBack}>
                        {text.rules.putBack}
                    </button>
                </p>
            )}
            <div class="workbench">
                <section aria-label={text.rules.editor}>
                    <div ref={host} class="editor" />
                    <p class="soft screen-only">{text.rules.escape}</p>
                    <pre class="print-only">{content}</pre>
                </section>
                <section aria-label={text.rules.facts}>
                    <Findings
                        content={content}
                        foreign={waiting}
                        mark={(error) => editor.current?.mark(error)}
                        goTo={(line) => editor.current?.focusLine(line)}
                    />
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
            {found?.bad && (
                <p class="failure" role="alert">
                    {text.rules.badLink}
                </p>
            )}
            {found && <Workbench key={shared ?? ""} first={found.content} />}
        </>
    );
}
