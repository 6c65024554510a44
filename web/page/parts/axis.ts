// The axes of a map, and its cells: cell x of the first axis and y of the second has the number x times the cells of the second, plus y.
import type { GameMap } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";

export interface Axis {
    name: string;
    label: string;
    from: number;
    step: number;
    count: number;
}

/** The values of cells that have no number. */
export const nobody = -1;
export const never = -2;

export function axisOf(map: GameMap, i: 0 | 1): Axis {
    const [name, cells] = map.axes[i] ?? ["", 1];
    return {
        name,
        label: text.map.axis(name),
        from: map.from[i] ?? 0,
        step: Math.max(map.step[i] ?? 1, 1),
        count: Math.max(cells, 1),
    };
}

export function scoreAt(axis: Axis, i: number): number {
    return axis.from + i * axis.step;
}

/** The cell that a score belongs to. */
export function indexAt(axis: Axis, score: number): number {
    return Math.min(Math.max(Math.floor((score - axis.from) / axis.step), 0), axis.count - 1);
}

/** The cell at a share of the axis, such as that of a pointer within a picture. */
export function indexAtShare(axis: Axis, share: number): number {
    return Math.min(Math.max(Math.floor(share * axis.count), 0), axis.count - 1);
}

/** The least and the greatest of the cells that count. */
export function rangeOf(cells: ArrayLike<number>, counts: (cell: number, i: number) => boolean): [number, number] {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < cells.length; i++) {
        const cell = cells[i]!;
        if (!counts(cell, i)) continue;
        low = Math.min(low, cell);
        high = Math.max(high, cell);
    }
    return low <= high ? [low, high] : [0, 0];
}
