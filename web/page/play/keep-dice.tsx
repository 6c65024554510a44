import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { PlayEvent, PlayMove, PlayState } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { Dice } from "../parts/dice.tsx";
import { handOf, keptBefore, keptOf } from "./kept.ts";

/** The dice on the table, which a tap keeps; the others are rolled again. What was kept before stays so until it is tapped. Nothing where no move keeps dice. */
export function KeepDice({
    state,
    log,
    busy,
    choose,
}: {
    state: PlayState;
    log: PlayEvent[];
    busy: boolean;
    choose(move: PlayMove): void;
}): JSX.Element | null {
    const hand = handOf(state);
    const [kept, setKept] = useState<boolean[]>(keptBefore(hand, log));
    if (hand.length === 0) return null;
    const faces = hand.filter((_, i) => kept[i]).join();
    const move = state.moves.find((m) => keptOf(m.name)?.join() === faces);
    const rolled = hand.length - kept.filter(Boolean).length;
    return (
        <div class="keep" role="group" aria-label={text.play.keepDice}>
            <p class="soft">{text.play.keepDice}</p>
            <div class="row">
                {hand.map((face, i) => (
                    <button
                        key={i}
                        type="button"
                        class={kept[i] ? "die-button kept" : "die-button"}
                        aria-pressed={kept[i]}
                        aria-label={text.play.keepDie(face)}
                        onClick={() => setKept(kept.with(i, !kept[i]))}
                    >
                        <Dice faces={[face]} sides={6} roll={0} still />
                    </button>
                ))}
            </div>
            <button
                type="button"
                class="main-action"
                disabled={busy || !move}
                data-keep={move?.move}
                onClick={() => move && choose(move)}
            >
                {text.play.rollAgain(rolled)}
            </button>
        </div>
    );
}
