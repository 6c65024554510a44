import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Printed } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { Dice } from "../parts/dice.tsx";
import { saveText } from "../parts/files.ts";

interface Event {
    seat: number;
    turn: number;
    roll?: number[];
    move?: string;
    forfeit?: string;
    text?: string;
    state: string;
}

export interface Played {
    names: string[]; // by seat
    number: number;
    events: Event[];
    winner: number | null; // a seat
    record: string;
}

/** The one game of a replay, as the engine prints it. */
export function playedGame(replay: Printed): Played {
    const game = replay["games"][0] as { number: number; in_seat: number[]; events: Event[]; end?: { winner: number | null } };
    const players = replay["players"] as string[];
    return {
        names: game.in_seat.map((player) => players[player] ?? ""),
        number: game.number,
        events: game.events,
        winner: game.end?.winner ?? null,
        record: String(replay["record"]),
    };
}

function told(played: Played, event: Event): string {
    const name = played.names[event.seat] ?? "";
    if (event.roll) return text.arena.rolled(name, event.roll);
    return event.move === undefined ? text.arena.fell(name, event.text ?? event.forfeit ?? "") : text.arena.moved(name, event.move);
}

const pace = 700; // milliseconds an event

/** A game, event by event: buttons, or it runs by itself. */
export function Viewer({ played, close }: { played: Played; close(): void }): JSX.Element {
    const [at, setAt] = useState(0);
    const [runs, setRuns] = useState(false);
    const heading = useRef<HTMLHeadingElement>(null);
    const all = played.events.length;
    const event = played.events[at - 1];
    useLayoutEffect(() => {
        setAt(0);
        setRuns(false);
        heading.current?.focus();
    }, [played]);
    useEffect(() => {
        if (!runs) return;
        if (at >= all) return setRuns(false);
        const next = setTimeout(() => setAt(at + 1), pace);
        return () => clearTimeout(next);
    }, [runs, at, all]);
    const go = (to: number): void => {
        setRuns(false);
        setAt(Math.min(Math.max(to, 0), all));
    };
    const faces = played.events.slice(0, at).findLast((one) => one.roll)?.roll ?? [];
    return (
        <section class="viewer">
            <h2 ref={heading} tabIndex={-1}>
                {text.arena.viewer(played.names.join(", "))}
            </h2>
            <p class="soft">
                {text.arena.number} {played.number}. {played.names.map((name, seat) => text.arena.inSeat(name, seat)).join("; ")}.
            </p>
            <div class="felt">
                <Dice faces={faces} sides={6} roll={at} small />
                <div role="status" class="news">
                    <p>{event ? told(played, event) : text.arena.begins}</p>
                    {at === all && (
                        <p class="outcome">
                            {played.winner === null ? text.arena.nobody : text.arena.won(played.names[played.winner] ?? "")}
                        </p>
                    )}
                </div>
                <p class="soft">
                    <code>{event?.state ?? ""}</code>
                </p>
            </div>
            <div class="row">
                <button type="button" onClick={() => go(0)} disabled={at === 0}>
                    {text.arena.first}
                </button>
                <button type="button" onClick={() => go(at - 1)} disabled={at === 0}>
                    {text.arena.back}
                </button>
                <button type="button" onClick={() => go(at + 1)} disabled={at === all}>
                    {text.arena.next}
                </button>
                <button type="button" onClick={() => go(all)} disabled={at === all}>
                    {text.arena.last}
                </button>
                <button type="button" onClick={() => setRuns(!runs)} disabled={at === all}>
                    {runs ? text.arena.pause : text.arena.run}
                </button>
                <span class="soft">{text.arena.step(at, all)}</span>
            </div>
            <p class="row">
                <button type="button" onClick={() => saveText(`game-${played.number}.jsonl`, "application/jsonl", played.record)}>
                    {text.arena.record}
                </button>
                <button type="button" onClick={close}>
                    {text.arena.close}
                </button>
            </p>
        </section>
    );
}
