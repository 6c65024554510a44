import type { JSX } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { text } from "../../text/en.ts";
import { BotChoice } from "../games/choices.tsx";
import { botExample, botKind, type GameEntry } from "../games/games.ts";
import { engine } from "../engine.ts";
import { sentence } from "../parts/failure.tsx";
import { Sentences } from "../parts/sentences.tsx";
import { useAnswer, type Work } from "../use-answer.ts";
import { useRested } from "../use-rested.ts";
import { faultOf, type EntryFor } from "./check.ts";
import { builtIn, fromFile, fromText, kindOf, withSource, type Entrant } from "./entrant.ts";

interface BotsProps {
    /** The competition that each bot is checked for. */
    place: EntryFor;
    entrants: Entrant[];
    /** Takes what makes the new list of the one that is valid then: while a file is read, people go on with the form. */
    change(update: (entrants: Entrant[]) => Entrant[]): void;
    busy: boolean;
}

/** The source of a program, editable in place. A new program's editor starts open. */
function Source({ entrant, change, fresh }: { entrant: Entrant; change(source: string): void; fresh: boolean }): JSX.Element {
    const area = useRef<HTMLTextAreaElement>(null);
    useLayoutEffect(() => {
        if (fresh) area.current?.focus();
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- only when it appears
    }, []);
    return (
        <details open={fresh}>
            <summary>{text.arena.editHere}</summary>
            <textarea
                ref={area}
                class="source"
                aria-label={text.arena.edit(entrant.name)}
                value={entrant.source ?? ""}
                rows={10}
                spellcheck={false}
                autocapitalize="off"
                autocomplete="off"
                onInput={(e) => change(e.currentTarget.value)}
            />
        </details>
    );
}

interface BotRowProps {
    place: EntryFor;
    entrant: Entrant;
    fresh: boolean;
    replace(entrant: Entrant): void;
    remove(): void;
    busy: boolean;
}

/** One check at a time: a program has seconds to start, and parallel checks would slow each other down. */
let checks: Promise<unknown> = Promise.resolve();

/** Why the bot cannot play, once known; null: it can. Checks wait while games are played, because they would take time from
 *  them. */
function useFault({ entry, game, players }: EntryFor, entrant: Entrant, busy: boolean): string | null {
    const rested = useRested(entrant, 500); // wait until typing stops
    const check = async ({ signal }: Work): Promise<{ entrant: Entrant; why: string | null }> => {
        const alea = await engine();
        const mine = checks.then(() => (signal.aborted ? null : faultOf(alea, { entry, game, players }, rested)));
        checks = mine.catch(() => null);
        return { entrant: rested, why: await mine };
    };
    const fault = useAnswer([rested, entry, game, players, busy], busy ? null : check);
    return fault.answer?.entrant === entrant ? fault.answer.why : null;
}

function BotRow({ place, entrant, fresh, replace, remove, busy }: BotRowProps): JSX.Element {
    const fault = useFault(place, entrant, busy);
    return (
        <li>
            <div class="row">
                <b class="bot-name">{entrant.name}</b>
                <span class="soft">{text.arena.kinds[kindOf(entrant)]}</span>
                <button type="button" class="plain" aria-label={text.arena.remove(entrant.name)} disabled={busy} onClick={remove}>
                    ✕
                </button>
            </div>
            {fault !== null && (
                <p class="bot-fault" role="status">
                    <Sentences text={text.arena.wouldForfeit(fault)} />
                </p>
            )}
            {entrant.source !== null && (
                <Source entrant={entrant} fresh={fresh} change={(source) => replace(withSource(entrant, source))} />
            )}
        </li>
    );
}

function AddBuiltIn({ game, add, busy }: { game: GameEntry; add(spec: string): void; busy: boolean }): JSX.Element {
    const id = useId();
    const usual = game.bots[0]?.usage ?? "random";
    const [spec, setSpec] = useState(botExample(usual));
    return (
        <form
            class="add-bot"
            onSubmit={(event) => {
                event.preventDefault();
                if (spec.trim()) add(spec);
            }}
        >
            <div class="row">
                <span id={`${id}-add`}>{text.arena.add}</span>
                <BotChoice
                    game={game}
                    bot={spec}
                    kindLabel={text.arena.kind}
                    label={text.arena.spec}
                    helpId={id}
                    maxLength={60}
                    change={setSpec}
                />
                <button type="submit" disabled={busy} aria-describedby={`${id}-add`}>
                    {text.arena.addAs}
                </button>
            </div>
            <span id={id} class="soft">
                {botKind(game, spec)?.help}
            </span>
        </form>
    );
}

const template = (game: GameEntry): string =>
    game.family === "race"
        ? text.arena.templates.race
        : game.family === "hog"
          ? text.arena.templates.hog
          : text.arena.templates.other;

/** The bots of the arena: built-in ones, files that are dropped or chosen, and programs that are written here. */
export function Bots({ place, entrants, change, busy }: BotsProps): JSX.Element {
    const game = place.entry;
    const input = useRef<HTMLInputElement>(null);
    const [over, setOver] = useState(false);
    const [failure, setFailure] = useState("");
    const [written, setWritten] = useState<string | null>(null); // the last program that was begun here
    const write = (): void => {
        const own = fromText(text.arena.own, "js", template(game), entrants);
        setWritten(own.name);
        change((list) => [...list, own]);
    };
    const addFiles = async (files: Iterable<File>): Promise<void> => {
        setFailure("");
        const chosen = Array.from(files); // the list of a form becomes empty with the form
        for (const file of chosen) {
            try {
                const make = await fromFile(file);
                change((list) => [...list, make(list)]);
            } catch (error) {
                setFailure(sentence(error));
            }
        }
    };
    return (
        <fieldset
            class={over ? "bots over" : "bots"}
            onDragOver={(event) => {
                event.preventDefault();
                setOver(true);
            }}
            onDragLeave={() => setOver(false)}
            onDrop={(event) => {
                event.preventDefault();
                setOver(false);
                if (event.dataTransfer && !busy) void addFiles(event.dataTransfer.files);
            }}
        >
            <legend>{text.arena.bots}</legend>
            <ul class="bot-list">
                {entrants.map((entrant) => (
                    <BotRow
                        key={entrant.name}
                        place={place}
                        entrant={entrant}
                        fresh={entrant.name === written}
                        busy={busy}
                        replace={(fresh) => change((list) => list.map((other) => (other.name === entrant.name ? fresh : other)))}
                        remove={() => change((list) => list.filter((other) => other.name !== entrant.name))}
                    />
                ))}
            </ul>
            <AddBuiltIn key={game.name} game={game} busy={busy} add={(spec) => change((list) => [...list, builtIn(spec, list)])} />
            <p class="row">
                <button type="button" disabled={busy} onClick={write}>
                    {text.arena.write}
                </button>
                <input
                    ref={input}
                    type="file"
                    class="hidden"
                    tabIndex={-1}
                    aria-hidden="true"
                    multiple
                    accept=".js,.mjs,.lua,.wasm,.csv"
                    onChange={(event) => {
                        if (event.currentTarget.files) void addFiles([...event.currentTarget.files]);
                        event.currentTarget.value = "";
                    }}
                />
                <button type="button" disabled={busy} onClick={() => input.current?.click()}>
                    {text.arena.files}
                </button>
            </p>
            <p class="soft">{text.arena.drop}</p>
            {failure && (
                <p class="failure" role="alert">
                    {failure}
                </p>
            )}
        </fieldset>
    );
}
