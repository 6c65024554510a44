import type { JSX, TargetedPointerEvent } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { GameMap } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { axisOf, indexAt, indexAtShare, never, nobody, rangeOf, scoreAt } from "./axis.ts";
import { count } from "./numbers.ts";
import { paint } from "./paint.ts";
import { css, gradient, sequential, stopsOf, toTheGoal, type Colour } from "./palette.ts";
import "../style/map.css";

/** The cells as they are shown. Who holds only when the goal is reached never holds before: those cells are grey, so that all
 *  colours remain for the others. */
function shownCells(map: GameMap): Float64Array {
    const cells = Float64Array.from(map.cells);
    const [x, y] = [axisOf(map, 0), axisOf(map, 1)];
    if (map.kind !== "hold" || map.bots.length > 1) return cells;
    return cells.map((cell, i) => (cell >= (x.count - Math.floor(i / y.count)) * x.step ? never : cell));
}

function colourOf(map: GameMap, cell: number, [low, high]: [number, number]): Colour | null {
    if (map.kind !== "value" && cell === nobody) return null;
    if (map.kind !== "value" && cell === never) return toTheGoal;
    return sequential((cell - low) / (high - low || 1));
}

function told(map: GameMap, cell: number | undefined): string {
    if (cell === undefined) return "";
    if (map.kind === "value") return text.map.value(`${(100 * cell).toFixed(2)}\u00a0%`);
    if (cell === nobody) return text.map.nobody;
    if (cell === never) return text.map.never;
    return map.kind === "moves"
        ? text.map.dice(cell)
        : map.kind === "turn"
          ? cell
              ? text.map.rolls
              : text.map.holds
          : text.map.holdsAt(cell);
}

/** A small map of a policy or of values over two scores. A pointer or two numbers choose the cell that is told. Colours go from the
 *  least to the greatest value, or over a given range, so that two maps can be compared. */
export function PolicyMap({ map, label, range: given }: { map: GameMap; label: string; range?: [number, number] }): JSX.Element {
    const id = useId();
    const canvas = useRef<HTMLCanvasElement>(null);
    const [place, setPlace] = useState<[number, number]>([0, 0]);
    const axes = [axisOf(map, 0), axisOf(map, 1)] as const;
    const [shown, range] = useMemo(() => {
        const found = shownCells(map);
        return [found, given ?? rangeOf(found, (cell) => map.kind === "value" || cell >= 0)] as const;
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- a range is made anew at each call, and goes with the map
    }, [map]);
    useEffect(() => {
        if (canvas.current) paint(canvas.current, ...axes, (cell) => colourOf(map, shown[cell] ?? nobody, range));
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- a range is made anew at each call, and goes with the map
    }, [map]);
    const point = (event: TargetedPointerEvent<HTMLCanvasElement>): void => {
        const box = event.currentTarget.getBoundingClientRect();
        setPlace([
            indexAtShare(axes[0], (event.clientX - box.left) / box.width),
            indexAtShare(axes[1], (box.bottom - event.clientY) / box.height),
        ]);
    };
    const [x, y] = [Math.min(place[0], axes[0].count - 1), Math.min(place[1], axes[1].count - 1)] as const;
    const at = [x, y] as const;
    const type = (axis: 0 | 1, typed: string): void => {
        const i = indexAt(axes[axis], Number(typed));
        setPlace(axis ? [x, i] : [i, y]);
    };
    const show = (v: number): string => (map.kind === "value" ? `${(100 * v).toFixed(0)}\u00a0%` : count(v));
    return (
        <figure class="map">
            <p class="map-axes soft" aria-hidden="true">
                {text.map.axes(axes[0].label, axes[1].label)}
            </p>
            <canvas ref={canvas} role="img" aria-label={label} onPointerMove={point} onPointerDown={point} />
            <div class="map-scale" aria-hidden="true">
                <span>{show(range[0])}</span>
                <span class="ramp" style={{ backgroundImage: gradient(stopsOf(sequential)) }} />
                <span>{show(range[1])}</span>
                {map.kind !== "value" && shown.includes(never) && (
                    <span>
                        <span class="map-swatch" style={{ backgroundColor: css(toTheGoal) }} />
                        {text.map.never}
                    </span>
                )}
            </div>
            <div class="row map-place">
                {([0, 1] as const).map(
                    (i) =>
                        axes[i].count > 1 && (
                            <label key={i} for={`${id}-${i}`}>
                                {axes[i].label}
                                <input
                                    id={`${id}-${i}`}
                                    type="number"
                                    min={axes[i].from}
                                    max={scoreAt(axes[i], axes[i].count - 1)}
                                    step={axes[i].step}
                                    value={scoreAt(axes[i], at[i])}
                                    onInput={(e) => type(i, e.currentTarget.value)}
                                />
                            </label>
                        ),
                )}
                <output for={`${id}-0 ${id}-1`}>{told(map, shown[x * axes[1].count + y])}</output>
            </div>
        </figure>
    );
}
