import type { JSX, TargetedKeyboardEvent, TargetedPointerEvent } from "preact";
import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { text } from "../../text/en.ts";
import type { Shade } from "../parts/palette.ts";
import { firstView, matrixOf, meshOf, seenAt, share, turned, type View } from "./mesh.ts";
import { cellAt, type Picture } from "./pictures.ts";
import type { Place } from "./map.tsx";
import { openDrawing, type Drawing } from "./webgl.ts";

const edges: Record<Shade, readonly [number, number, number]> = { light: [0.55, 0.57, 0.6], dark: [0.5, 0.52, 0.56] };
const step = Math.PI / 24;

const calm = (): boolean => matchMedia("(prefers-reduced-motion: reduce)").matches;

interface SurfaceProps {
    picture: Picture;
    label: string;
    shade: Shade;
    at: Place;
    stale: boolean;
}

/** The width and height of an element in pixels of the page. */
function useSize(element: { current: HTMLElement | null }): [number, number] {
    const [size, setSize] = useState<[number, number]>([640, 480]);
    useEffect(() => {
        if (!element.current) return;
        const watch = new ResizeObserver(([entry]) => {
            if (entry) setSize([entry.contentRect.width, entry.contentRect.height]);
        });
        watch.observe(element.current);
        return () => watch.disconnect();
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it reads goes with what is listed
    }, []);
    return size;
}

/** The same map as a surface in space. It is turned by dragging, by the arrow keys or by buttons. */
export function Surface({ picture, label, shade, at, stale }: SurfaceProps): JSX.Element {
    const id = useId();
    const box = useRef<HTMLDivElement>(null);
    const canvas = useRef<HTMLCanvasElement>(null);
    const drawing = useRef<Drawing | null>(null);
    const [failed, setFailed] = useState(false);
    const [lost, setLost] = useState(0);
    const [view, setView] = useState<View>(firstView);
    const drag = useRef<{ x: number; y: number } | null>(null);
    const [width, height] = useSize(box);
    const mesh = useMemo(() => meshOf(picture), [picture]);
    const matrix = matrixOf(view, width / height || 1);

    useLayoutEffect(() => {
        if (!canvas.current) return;
        const element = canvas.current;
        const opened = openDrawing(element);
        setFailed(!opened);
        drawing.current = opened;
        const lose = (event: Event): void => event.preventDefault();
        const restore = (): void => setLost((n) => n + 1);
        element.addEventListener("webglcontextlost", lose);
        element.addEventListener("webglcontextrestored", restore);
        return () => {
            element.removeEventListener("webglcontextlost", lose);
            element.removeEventListener("webglcontextrestored", restore);
            opened?.close();
            drawing.current = null;
        };
    }, [lost]);
    useLayoutEffect(() => drawing.current?.show(mesh), [mesh, lost]);
    useLayoutEffect(() => {
        const element = canvas.current;
        if (!element || !drawing.current) return;
        const sharp = Math.min(devicePixelRatio || 1, 2);
        const [wide, high] = [Math.round(width * sharp), Math.round(height * sharp)];
        if (element.width !== wide) element.width = wide;
        if (element.height !== high) element.height = high;
        drawing.current.draw(matrix, edges[shade]);
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- what it reads goes with what is listed
    }, [view, mesh, width, height, shade, lost]);

    // Once, as it appears, it turns a little, so that it is seen to have depth; not where motion is unwelcome.
    useEffect(() => {
        if (calm()) return;
        const begin = performance.now();
        let frame = 0;
        const move = (now: number): void => {
            const share = Math.min((now - begin) / 900, 1);
            if (drag.current) return;
            setView((old) => ({ ...old, turn: firstView.turn - 0.35 * (1 - share) ** 3 }));
            if (share < 1) frame = requestAnimationFrame(move);
        };
        frame = requestAnimationFrame(move);
        return () => cancelAnimationFrame(frame);
    }, []);

    const turn = (right: number, up: number): void => setView((old) => turned(old, right, up));
    const press = (event: TargetedKeyboardEvent<HTMLElement>): void => {
        const ways: Record<string, [number, number]> = {
            ArrowLeft: [step, 0],
            ArrowRight: [-step, 0],
            ArrowUp: [0, step],
            ArrowDown: [0, -step],
        };
        const way = ways[event.key];
        if (event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.key === "Home") setView(firstView);
        else if (way) turn(...way);
        else return;
        event.preventDefault();
    };
    const grab = (event: TargetedPointerEvent<HTMLElement>): void => {
        drag.current = { x: event.clientX, y: event.clientY };
        event.currentTarget.setPointerCapture(event.pointerId);
    };
    const pull = (event: TargetedPointerEvent<HTMLElement>): void => {
        if (!drag.current) return;
        turn((event.clientX - drag.current.x) * -0.01, (event.clientY - drag.current.y) * 0.01);
        drag.current = { x: event.clientX, y: event.clientY };
    };
    const drop = (): void => void (drag.current = null);
    if (failed)
        return (
            <p class="note" role="status">
                {text.explore.noWebGL}
            </p>
        );
    const buttons: [string, string, number, number][] = [
        ["←", text.explore.turnLeft, 2 * step, 0],
        ["→", text.explore.turnRight, -2 * step, 0],
        ["↑", text.explore.tiltUp, 0, 2 * step],
        ["↓", text.explore.tiltDown, 0, -2 * step],
    ];
    const marker = markerAt(picture, mesh.corners, at);
    return (
        <div class={stale ? "surface stale" : "surface"} aria-busy={stale}>
            <div
                ref={box}
                class="surface-area"
                tabIndex={0}
                role="application"
                aria-roledescription={text.explore.surfaceRole}
                aria-label={label}
                aria-describedby={id}
                onKeyDown={press}
                onPointerDown={grab}
                onPointerMove={pull}
                onPointerUp={drop}
                onPointerCancel={drop}
            >
                <canvas ref={canvas} aria-hidden="true" />
                {mesh.labels.map((one) => (
                    <span
                        key={`${one.at.join()}`}
                        class={one.title ? "surface-label title" : "surface-label"}
                        style={placeOf(matrix, one.at)}
                        aria-hidden="true"
                    >
                        {one.text}
                    </span>
                ))}
                {marker && <span class="surface-marker" style={placeOf(matrix, marker)} aria-hidden="true" />}
            </div>
            <div class="row surface-buttons" role="group" aria-label={text.explore.turnIt}>
                {buttons.map(([sign, name, right, up]) => (
                    <button key={name} type="button" aria-label={name} title={name} onClick={() => turn(right, up)}>
                        {sign}
                    </button>
                ))}
                <button type="button" onClick={() => setView(firstView)}>
                    {text.explore.asAtFirst}
                </button>
            </div>
            <span id={id} class="hidden">
                {text.explore.surfaceHint}
            </span>
        </div>
    );
}

function placeOf(matrix: Float32Array, at: [number, number, number]): { left: string; top: string } {
    const [left, top] = seenAt(matrix, at);
    return { left: `${(100 * left).toFixed(2)}%`, top: `${(100 * top).toFixed(2)}%` };
}

/** The corner of the surface that belongs to a place; null over a hole. */
function markerAt(picture: Picture, corners: Float32Array, at: Place): [number, number, number] | null {
    const cell = cellAt(picture, at.x, at.y);
    if (picture.height(cell) === null) return null;
    const {
        x: { count: across },
        y: { count: up },
    } = picture;
    const x = Math.floor(cell / up);
    const y = cell % up;
    const [sx, sy] = [share(x, across), share(y, up)];
    for (let i = 0; i < corners.length; i += 6) {
        if (Math.abs(corners[i]! - sx) < 1e-5 && Math.abs(corners[i + 1]! - sy) < 1e-5) return [sx, sy, corners[i + 2]!];
    }
    return null;
}
