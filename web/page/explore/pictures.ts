// The contents of a map: a colour, a height and words for each cell, for one policy, two policies, or values.
import type { GameMap } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { axisOf, indexAt, never, nobody, rangeOf, scoreAt, type Axis } from "../parts/axis.ts";
import { count, value, type Unit } from "../parts/numbers.ts";
import * as palette from "../parts/palette.ts";
import type { Colour, Shade } from "../parts/palette.ts";

export interface Legend {
    title: string;
    ramp: { low: string; high: string; colours: Colour[] } | null;
    swatches: { colour: Colour; text: string }[];
}

/** Cells are numbered as in a GameMap: x times the cells of y, plus y. */
export interface Picture {
    x: Axis;
    y: Axis;
    legend: Legend;
    /** null: nothing to see. */
    colour(cell: number): Colour | null;
    tell(cell: number): string;
    /** For the surface; null leaves a hole. */
    height(cell: number): number | null;
    heightLabel: string;
    showHeight(height: number): string;
}

export function cellAt(picture: Picture, x: number, y: number): number {
    return indexAt(picture.x, x) * picture.y.count + indexAt(picture.y, y);
}

const used = <T>(all: [boolean, T][]): T[] => all.filter(([is]) => is).map(([, one]) => one);

/** Where a policy holds. */
export function holdPicture(map: GameMap, shade: Shade): Picture {
    const [x, y] = [axisOf(map, 0), axisOf(map, 1)];
    const at = (cell: number): number => map.cells[cell] ?? nobody;
    const goes = (cell: number): boolean =>
        map.end > 0 && at(cell) >= 0 && scoreAt(x, Math.floor(cell / y.count)) + at(cell) >= map.end;
    const [low, high] = rangeOf(map.cells, (total, i) => total >= 0 && !goes(i));
    const colour = (cell: number): Colour | null => {
        const total = at(cell);
        if (total === nobody) return null;
        if (total === never) return palette.neverHolds[shade];
        return goes(cell) ? palette.goesOn[shade] : palette.sequential((total - low) / (high - low || 1));
    };
    const any = (is: (cell: number) => boolean): boolean => map.cells.some((_, i) => is(i));
    return {
        x,
        y,
        colour,
        legend: {
            title: text.explore.holdLegend,
            ramp: { low: count(low), high: count(high), colours: palette.stopsOf(palette.sequential) },
            swatches: used([
                [any(goes), { colour: palette.goesOn[shade], text: text.explore.goesOn }],
                [any((i) => at(i) === never), { colour: palette.neverHolds[shade], text: text.explore.never }],
            ]),
        },
        tell: (cell) => {
            const total = at(cell);
            if (total === nobody) return text.explore.nobody;
            if (total === never) return text.explore.neverHere;
            return goes(cell) ? text.explore.goesOnHere : text.explore.holdsAt(total);
        },
        height: (cell) => (at(cell) >= 0 ? at(cell) : null),
        heightLabel: text.map.axis("turn"),
        showHeight: count,
    };
}

/** How many dice a policy rolls. */
export function movesPicture(map: GameMap): Picture {
    const [x, y] = [axisOf(map, 0), axisOf(map, 1)];
    const at = (cell: number): number => map.cells[cell] ?? nobody;
    const [low, high] = rangeOf(map.cells, (dice) => dice >= 0);
    const shown = (dice: number): Colour => palette.numbered(dice - low, high - low + 1);
    return {
        x,
        y,
        legend: {
            title: text.explore.diceLegend,
            ramp: null,
            swatches: Array.from({ length: high - low + 1 }, (_, i) => ({ colour: shown(low + i), text: String(low + i) })),
        },
        colour: (cell) => (at(cell) < 0 ? null : shown(at(cell))),
        tell: (cell) => (at(cell) < 0 ? text.explore.nobody : text.map.dice(at(cell))),
        height: (cell) => (at(cell) >= 0 ? at(cell) : null),
        heightLabel: text.explore.diceLegend,
        showHeight: count,
    };
}

/** Two policies: the difference of their thresholds. If only one of them rolls on to the goal, that is shown instead, because
 *  the difference would hide all others. */
export function differencePicture(maps: readonly [GameMap, GameMap], names: readonly [string, string], shade: Shade): Picture {
    const [one, two] = maps;
    const [x, y] = [axisOf(one, 0), axisOf(one, 1)];
    const dice = one.kind === "moves";
    const both = (cell: number): [number, number] => [one.cells[cell] ?? nobody, two.cells[cell] ?? nobody];
    const goes = (cell: number): [boolean, boolean] => {
        const own = scoreAt(x, Math.floor(cell / y.count));
        const [a, b] = both(cell);
        return [one.end > 0 && own + a >= one.end, two.end > 0 && own + b >= two.end];
    };
    const difference = (cell: number): number | null => {
        const [a, b] = both(cell);
        return a >= 0 && b >= 0 ? a - b : null;
    };
    /** 0: a number; 1 and 2: only the first or the second rolls on to the goal; 3: one never holds; 4: nothing. */
    const kind = (cell: number): number => {
        const [a, b] = both(cell);
        if (a === nobody || b === nobody) return 4;
        if (a === never || b === never) return a === b ? 4 : 3;
        const [first, second] = goes(cell);
        return first === second ? 0 : first ? 1 : 2;
    };
    const kinds = Uint8Array.from(one.cells, (_, i) => kind(i));
    const differences = Array.from(one.cells, (_, i) => (kinds[i] === 0 ? (difference(i) ?? 0) : 0));
    const most = Math.max(...rangeOf(differences, () => true).map(Math.abs), 1);
    const [first, second] = names;
    const others = [palette.onFirst, palette.onSecond, palette.neverHolds[shade]] as const;
    const words = [text.explore.onlyGoesOn(first), text.explore.onlyGoesOn(second), text.explore.oneNever] as const;
    return {
        x,
        y,
        legend: {
            title: text.explore.differenceLegend(first, second, dice),
            ramp: {
                low: `\u2212${count(most)}`,
                high: `+${count(most)}`,
                colours: palette.stopsOf((share) => palette.towards(2 * share - 1, shade)),
            },
            swatches: used(others.map((colour, i) => [kinds.includes(i + 1), { colour, text: words[i] ?? "" }])),
        },
        colour: (cell) =>
            kinds[cell] === 0 ? palette.towards((difference(cell) ?? 0) / most, shade) : (others[(kinds[cell] ?? 4) - 1] ?? null),
        tell: (cell) => {
            const [a, b] = both(cell);
            if (kinds[cell] === 4) return text.explore.nobody;
            if (kinds[cell] !== 0) return words[(kinds[cell] ?? 1) - 1] ?? "";
            if (dice) return text.explore.moreDice(first, second, a, b);
            return goes(cell)[0] ? text.explore.bothGoOn : text.explore.later(first, second, a, b);
        },
        height: difference,
        heightLabel: text.explore.difference,
        showHeight: (d) => (d > 0 ? `+${count(d)}` : count(d)),
    };
}

/** Roll or hold, for one policy or two. */
export function turnPicture(map: GameMap, name: string, second?: { map: GameMap; name: string }): Picture {
    const [x, y] = [axisOf(map, 0), axisOf(map, 1)];
    const at = (cell: number): number => map.cells[cell] ?? nobody;
    const other = (cell: number): number => second?.map.cells[cell] ?? nobody;
    const only = [text.explore.onlyRolls(name), second ? text.explore.onlyRolls(second.name) : ""] as const;
    const kind = (cell: number): number => (at(cell) < 0 ? -1 : second && at(cell) !== other(cell) ? (at(cell) ? 2 : 3) : at(cell));
    const colours = [palette.holds, palette.rolls, palette.onlyFirst, palette.onlySecond];
    const words = second ? [text.explore.bothHold, text.explore.bothRoll, ...only] : [text.map.holds, text.map.rolls];
    return {
        x,
        y,
        legend: {
            title: text.explore.turnLegend,
            ramp: null,
            swatches: words.map((word, i) => ({ colour: colours[i]!, text: word })),
        },
        colour: (cell) => colours[kind(cell)] ?? null,
        tell: (cell) => (kind(cell) < 0 ? text.explore.nobody : (words[kind(cell)] ?? "")),
        height: () => null,
        heightLabel: "",
        showHeight: count,
    };
}

/** The value of the positions in which a turn begins. */
export function valuePicture(map: GameMap, unit: Unit): Picture {
    const [x, y] = [axisOf(map, 0), axisOf(map, 1)];
    const [low, high] = rangeOf(map.cells, Number.isFinite);
    const at = (cell: number): number => map.cells[cell] ?? NaN;
    return {
        x,
        y,
        legend: {
            title: text.explore.valueLegend[unit],
            ramp: { low: value(low, unit), high: value(high, unit), colours: palette.stopsOf(palette.sequential) },
            swatches: [],
        },
        colour: (cell) => (Number.isFinite(at(cell)) ? palette.sequential((at(cell) - low) / (high - low || 1)) : null),
        tell: (cell) => (Number.isFinite(at(cell)) ? text.explore.worth[unit](value(at(cell), unit, 2)) : text.explore.nobody),
        height: (cell) => (Number.isFinite(at(cell)) ? at(cell) : null),
        heightLabel: text.explore.valueLegend[unit],
        showHeight: (v) => value(v, unit),
    };
}

/** Round numbers along an axis, at most `most`. */
export function ticks(low: number, high: number, most: number): number[] {
    const rough = (high - low) / Math.max(most, 1) || 1;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((n) => n * power).find((n) => n >= rough) ?? rough;
    const found: number[] = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) found.push(i * step);
    return found;
}
