import type { JSX, TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { text } from "../../text/en.ts";
import { indexAt, indexAtShare, scoreAt, type Axis } from "../parts/axis.ts";
import { paint } from "../parts/paint.ts";
import { css, gradient } from "../parts/palette.ts";
import { ticks, type Legend as LegendOf, type Picture } from "./pictures.ts";

export interface Place {
    x: number;
    y: number;
}

/** What the colours mean. */
export function Legend({ legend }: { legend: LegendOf }): JSX.Element {
    return (
        <div class="legend">
            <p class="legend-title">{legend.title}</p>
            {legend.ramp && (
                <div class="legend-ramp">
                    <span>{legend.ramp.low}</span>
                    <span class="legend-colours" style={{ backgroundImage: gradient(legend.ramp.colours) }} />
                    <span>{legend.ramp.high}</span>
                </div>
            )}
            {legend.swatches.length > 0 && (
                <ul>
                    {legend.swatches.map((swatch) => (
                        <li key={swatch.text}>
                            <span class="swatch" style={{ backgroundColor: css(swatch.colour) }} /> {swatch.text}
                        </li>
                    ))}
                </ul>
            )}
        </div>
    );
}

const percent = (share: number): string => `${(100 * share).toFixed(3)}%`;
const middle = (axis: Axis, score: number): number => (indexAt(axis, score) + 0.5) / axis.count;

function Ticks({ axis, name }: { axis: Axis; name: "x" | "y" }): JSX.Element {
    const marks = ticks(axis.from, scoreAt(axis, axis.count - 1), 5).filter((tick) => Number.isInteger(tick));
    return (
        <div class={`ticks-${name}`} aria-hidden="true">
            {marks.map((tick) => (
                <span
                    key={tick}
                    style={name === "x" ? { left: percent(middle(axis, tick)) } : { bottom: percent(middle(axis, tick)) }}
                >
                    {tick}
                </span>
            ))}
        </div>
    );
}

interface MapProps {
    picture: Picture;
    label: string;
    at: Place;
    /** A finger or a key chose this place. */
    choose(place: Place): void;
    /** The mouse is over this place; null: no longer. */
    hover(place: Place | null): void;
    enter?: () => void;
    stale: boolean;
}

/** A map over two scores. The mouse reads a place and a click keeps it; fingers and keys move the place that is kept. */
export function ScoreMap({ picture, label, at, choose, hover, enter, stale }: MapProps): JSX.Element {
    const id = useId();
    const canvas = useRef<HTMLCanvasElement>(null);
    const { x, y } = picture;
    useEffect(() => {
        if (canvas.current) paint(canvas.current, x, y, picture.colour);
    }, [picture, x, y]);
    const placeAt = (event: TargetedPointerEvent<HTMLElement>): Place => {
        const box = event.currentTarget.getBoundingClientRect();
        return {
            x: scoreAt(x, indexAtShare(x, (event.clientX - box.left) / box.width)),
            y: scoreAt(y, indexAtShare(y, (box.bottom - event.clientY) / box.height)),
        };
    };
    const clamp = (axis: Axis, i: number): number => scoreAt(axis, Math.min(Math.max(i, 0), axis.count - 1));
    const press = (event: TargetedKeyboardEvent<HTMLElement>): void => {
        const far = event.shiftKey ? 10 : 1;
        const ways: Record<string, [number, number]> = {
            ArrowLeft: [-far, 0],
            ArrowRight: [far, 0],
            ArrowUp: [0, far],
            ArrowDown: [0, -far],
            PageUp: [0, 10],
            PageDown: [0, -10],
            Home: [-x.count, 0],
            End: [x.count, 0],
        };
        const way = ways[event.key];
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Enter" && enter) {
            event.preventDefault();
            return enter();
        }
        if (!way) return;
        event.preventDefault();
        hover(null);
        choose({ x: clamp(x, indexAt(x, at.x) + way[0]), y: clamp(y, indexAt(y, at.y) + way[1]) });
    };
    return (
        <div class={stale ? "chart stale" : "chart"} aria-busy={stale}>
            <span class="axis-y" aria-hidden="true">
                {y.label}
            </span>
            <Ticks axis={y} name="y" />
            <div
                class="chart-area"
                tabIndex={0}
                role="application"
                aria-roledescription={text.explore.mapRole}
                aria-label={label}
                aria-describedby={id}
                onKeyDown={press}
                onPointerLeave={() => hover(null)}
                onPointerMove={(event) => (event.pointerType === "mouse" ? hover(placeAt(event)) : choose(placeAt(event)))}
                onPointerDown={(event) => choose(placeAt(event))}
            >
                <canvas ref={canvas} aria-hidden="true" />
                <span class="cross-x" style={{ left: percent(middle(x, at.x)) }} aria-hidden="true" />
                <span class="cross-y" style={{ bottom: percent(middle(y, at.y)) }} aria-hidden="true" />
            </div>
            <Ticks axis={x} name="x" />
            <span class="axis-x" aria-hidden="true">
                {x.label}
            </span>
            <span id={id} class="hidden">
                {text.explore.mapHint}
            </span>
        </div>
    );
}
