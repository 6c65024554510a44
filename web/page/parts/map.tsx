import type { JSX, TargetedPointerEvent } from "preact";
import { useEffect, useId, useMemo, useRef, useState } from "preact/hooks";
import type { GameMap } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { count } from "./numbers.ts";
import "../style/map.css";

type Colour = readonly [number, number, number];

/** Viridis (Smith and van der Walt, 2015), of which colour-blind readers see all: eight of its colours, mixed in between. */
const scale: Colour[] = [
    [68, 1, 84], [70, 50, 127], [54, 92, 141], [39, 127, 142], [31, 161, 135], [74, 194, 109], [159, 218, 58], [253, 231, 37],
];

function colourAt(share: number): Colour {
    const at = Math.min(Math.max(share, 0), 1) * (scale.length - 1);
    const low = scale[Math.floor(at)]!;
    const high = scale[Math.ceil(at)]!;
    const part = at - Math.floor(at);
    const mix = (i: 0 | 1 | 2): number => Math.round(low[i] + (high[i] - low[i]) * part);
    return [mix(0), mix(1), mix(2)];
}

const grey: Colour = [150, 153, 158];

/** Cells in which nothing is to be told but this: nobody decides; the bot rolls until it has reached the goal. */
const nobody = -1;
const toTheGoal = -2;

/** The cells as they are shown. Who holds only when the goal is reached never holds before: those cells are grey, so that all
 *  colours remain for the others. */
function shownCells(map: GameMap): Float64Array {
    const cells = Float64Array.from(map.cells);
    const [across, up] = [map.axes[0]?.[1] ?? 1, map.axes[1]?.[1] ?? 1] as const;
    if (map.kind !== "hold" || map.bots.length > 1) return cells;
    return cells.map((cell, i) => (cell >= (across - Math.floor(i / up)) * (map.step[0] ?? 1) ? toTheGoal : cell));
}

/** The least and the greatest value of the cells that have a colour. */
function rangeOf(map: GameMap, cells: Float64Array): [number, number] {
    let low = Infinity;
    let high = -Infinity;
    for (const cell of cells) {
        if (map.kind !== "value" && cell < 0) continue;
        low = Math.min(low, cell);
        high = Math.max(high, cell);
    }
    return low <= high ? [low, high] : [0, 1];
}

function paint(canvas: HTMLCanvasElement, map: GameMap, cells: Float64Array, [low, high]: [number, number]): void {
    const across = map.axes[0]?.[1] ?? 1;
    const up = map.axes[1]?.[1] ?? 1;
    canvas.width = across;
    canvas.height = up;
    const context = canvas.getContext("2d");
    if (!context) return;
    const image = context.createImageData(across, up);
    for (let x = 0; x < across; x++) {
        for (let y = 0; y < up; y++) {
            const cell = cells[x * up + y] ?? nobody;
            const at = 4 * ((up - 1 - y) * across + x);
            const [r, g, b] = map.kind !== "value" && cell === toTheGoal ? grey : colourAt((cell - low) / (high - low || 1));
            image.data.set([r, g, b, map.kind !== "value" && cell === nobody ? 0 : 255], at);
        }
    }
    context.putImageData(image, 0, 0);
}

function told(map: GameMap, cell: number | undefined): string {
    if (cell === undefined) return "";
    if (map.kind === "value") return text.map.value(`${(100 * cell).toFixed(2)}\u00a0%`);
    if (cell === nobody) return text.map.nobody;
    if (cell === toTheGoal) return text.map.never;
    return map.kind === "moves" ? text.map.dice(cell) : map.kind === "turn" ? (cell ? text.map.rolls : text.map.holds) : text.map.holdsAt(cell);
}

/** A map of a policy or of values over two scores. A pointer or two numbers choose the cell that is told. Colours go from the least to the
 *  greatest value, or over a given range, so that two maps can be compared. */
export function ScoreMap({ map, label, range: given }: { map: GameMap; label: string; range?: [number, number] }): JSX.Element {
    const id = useId();
    const canvas = useRef<HTMLCanvasElement>(null);
    const [place, setPlace] = useState<[number, number]>([0, 0]);
    const [shown, range] = useMemo(() => {
        const found = shownCells(map);
        return [found, given ?? rangeOf(map, found)] as const;
    }, [map]);
    useEffect(() => {
        if (canvas.current) paint(canvas.current, map, shown, range);
    }, [map]);
    const cells = [map.axes[0]?.[1] ?? 1, map.axes[1]?.[1] ?? 1] as const;
    const step = [Math.max(map.step[0] ?? 1, 1), Math.max(map.step[1] ?? 1, 1)] as const;
    const from = [map.from[0] ?? 0, map.from[1] ?? 0] as const;
    const clamp = (i: number, axis: 0 | 1): number => Math.min(Math.max(Math.floor(i), 0), cells[axis] - 1);
    const point = (event: TargetedPointerEvent<HTMLCanvasElement>): void => {
        const box = event.currentTarget.getBoundingClientRect();
        const x = ((event.clientX - box.left) / box.width) * cells[0];
        const y = ((box.bottom - event.clientY) / box.height) * cells[1];
        setPlace([clamp(x, 0), clamp(y, 1)]);
    };
    const [x, y] = [clamp(place[0], 0), clamp(place[1], 1)];
    const score = (axis: 0 | 1): number => from[axis] + (axis ? y : x) * step[axis];
    const type = (axis: 0 | 1, typed: string): void => {
        const i = clamp((Number(typed) - from[axis]) / step[axis], axis);
        setPlace(axis ? [x, i] : [i, y]);
    };
    const show = (v: number): string => (map.kind === "value" ? `${(100 * v).toFixed(0)}\u00a0%` : count(v));
    const names = [text.map.axis(map.axes[0]?.[0] ?? ""), text.map.axis(map.axes[1]?.[0] ?? "")] as const;
    return (
        <figure class="map">
            <p class="map-axes soft" aria-hidden="true">{text.map.axes(names[0], names[1])}</p>
            <canvas ref={canvas} role="img" aria-label={label} onPointerMove={point} onPointerDown={point} />
            <div class="map-scale" aria-hidden="true">
                <span>{show(range[0])}</span>
                <span class="ramp" />
                <span>{show(range[1])}</span>
                {map.kind !== "value" && shown.includes(toTheGoal) && <span class="map-never">{text.map.never}</span>}
            </div>
            <div class="row map-place">
                {([0, 1] as const).map((axis) => cells[axis] > 1 && (
                    <label key={axis} for={`${id}-${axis}`}>
                        {names[axis]}
                        <input id={`${id}-${axis}`} type="number" min={from[axis]} max={from[axis] + (cells[axis] - 1) * step[axis]} step={step[axis]} value={score(axis)}
                            onInput={(e) => type(axis, e.currentTarget.value)} />
                    </label>
                ))}
                <output for={`${id}-0 ${id}-1`}>{told(map, shown[x * cells[1] + y])}</output>
            </div>
        </figure>
    );
}
