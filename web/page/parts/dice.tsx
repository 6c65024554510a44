import type { JSX } from "preact";
import { text } from "../../text/en.ts";
import "../style/dice.css";

/** Where the pips of each face are, in thirds of the die. */
const pips: Record<number, [number, number][]> = {
    1: [[1, 1]],
    2: [
        [0, 0],
        [2, 2],
    ],
    3: [
        [0, 0],
        [1, 1],
        [2, 2],
    ],
    4: [
        [0, 0],
        [0, 2],
        [2, 0],
        [2, 2],
    ],
    5: [
        [0, 0],
        [0, 2],
        [1, 1],
        [2, 0],
        [2, 2],
    ],
    6: [
        [0, 0],
        [0, 1],
        [0, 2],
        [2, 0],
        [2, 1],
        [2, 2],
    ],
};

function Die({ face, sides, index }: { face: number; sides: number; index: number }): JSX.Element {
    const dots = sides <= 6 ? pips[face] : undefined;
    return (
        <svg class={`die turn${index % 4}`} viewBox="0 0 40 40" aria-hidden="true">
            <rect class="body" x="1.5" y="1.5" width="37" height="37" rx="7" />
            {dots?.map(([column, row]) => (
                <circle key={`${column}${row}`} cx={10 + 10 * column} cy={10 + 10 * row} r="3.7" />
            ))}
            {!dots && (
                <text x="20" y="26.5">
                    {face}
                </text>
            )}
        </svg>
    );
}

/** Dice on the table. A new `roll` number makes them roll, unless the reader prefers reduced motion. */
export function Dice({
    faces,
    sides,
    roll,
    small,
    still,
}: {
    faces: number[];
    sides: number;
    roll: number;
    small?: boolean;
    still?: boolean; // they do not roll
}): JSX.Element {
    return (
        <div
            class={small ? "dice small" : still ? "dice still" : "dice"}
            role="img"
            aria-label={faces.length ? text.dice.show(faces) : text.dice.none}
        >
            {faces.map((face, i) => (
                <Die key={`${roll}.${i}`} face={face} sides={sides} index={i + roll} />
            ))}
        </div>
    );
}
