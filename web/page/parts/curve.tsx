import type { JSX, TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useState } from "preact/hooks";
import "../style/curve.css";

export interface CurveSeries {
    name: string;
    values: number[];
    colour?: number; // by default its place among the series
}

/** A mark on the curve: its place, and its severity (1 to 3). */
export interface CurveMark {
    series: number;
    at: number;
    grade: number;
}

export interface CurveProps {
    label: string;
    series: CurveSeries[];
    marks?: CurveMark[];
    low: number;
    high: number;
    show(value: number): string;
    /** The text about a place. */
    tell(at: number): string;
    begin: string;
    end: string;
    hint: string;
}

const wide = 1000;
const high = 100;

/** Curves of values over the events of a game. A pointer, a finger or the arrow keys move along them. */
export function Curve(props: CurveProps): JSX.Element {
    const { series, low } = props;
    const length = Math.max(...series.map((s) => s.values.length), 2);
    const span = props.high - low || 1;
    const [at, setAt] = useState<number | null>(null);
    const x = (i: number): number => (i / (length - 1)) * wide;
    const y = (v: number): number => high - ((v - low) / span) * high;
    const move = (to: number): void => setAt(Math.min(Math.max(Math.round(to), 0), length - 1));
    const point = (event: TargetedPointerEvent<SVGSVGElement>): void => {
        const box = event.currentTarget.getBoundingClientRect();
        move(((event.clientX - box.left) / box.width) * (length - 1));
    };
    const press = (event: TargetedKeyboardEvent<HTMLElement>): void => {
        const steps: Record<string, number> = {
            ArrowLeft: -1,
            ArrowRight: 1,
            PageUp: -10,
            PageDown: 10,
            Home: -length,
            End: length,
        };
        const step = steps[event.key];
        if (step === undefined) return;
        event.preventDefault();
        move((at ?? (step > 0 ? -1 : length)) + step);
    };
    const ticks = [props.high, low + span / 2, low];
    return (
        <figure class="curve">
            <div class="keys" aria-hidden="true">
                {series.map((s, i) => (
                    <span key={s.name} class={`key k${(s.colour ?? i) % 4}`}>
                        {s.name}
                    </span>
                ))}
            </div>
            <div class="plot">
                <div class="ticks" aria-hidden="true">
                    {ticks.map((tick) => (
                        <span key={tick}>{props.show(tick)}</span>
                    ))}
                </div>
                <div
                    class="area"
                    tabIndex={0}
                    role="slider"
                    aria-label={props.label}
                    aria-valuemin={0}
                    aria-valuemax={length - 1}
                    aria-valuenow={at ?? 0}
                    aria-valuetext={at === null ? props.hint : props.tell(at)}
                    onKeyDown={press}
                >
                    <svg
                        viewBox={`0 0 ${wide} ${high}`}
                        preserveAspectRatio="none"
                        aria-hidden="true"
                        onPointerMove={point}
                        onPointerDown={point}
                    >
                        {ticks.map((tick) => (
                            <path key={tick} class="axis" d={`M0 ${y(tick)}H${wide}`} />
                        ))}
                        {series.map((s, i) => (
                            <polyline
                                key={s.name}
                                class={`c${(s.colour ?? i) % 4}`}
                                points={s.values.map((v, k) => `${x(k).toFixed(1)},${y(v).toFixed(2)}`).join(" ")}
                            />
                        ))}
                        {props.marks?.map((mark) => {
                            const v = series[mark.series]?.values[mark.at];
                            return v === undefined ? null : (
                                <path
                                    key={`${mark.series}.${mark.at}`}
                                    class={`bad g${mark.grade}`}
                                    d={`M${x(mark.at)} ${y(v)}h0`}
                                />
                            );
                        })}
                        {at !== null && <path class="cursor" d={`M${x(at)} 0V${high}`} />}
                    </svg>
                </div>
            </div>
            <div class="below soft" aria-hidden="true">
                <span>{props.begin}</span>
                <span>{props.end}</span>
            </div>
            <p class="told">{at === null ? <span class="soft screen-only">{props.hint}</span> : props.tell(at)}</p>
        </figure>
    );
}
