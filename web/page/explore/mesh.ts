// The surface over a map: its vertices and their projection.
import { ticks, type Picture } from "./pictures.ts";

export interface Mesh {
    /** Of each corner x, y, z from -1 to 1 (z is up), and red, green, blue from 0 to 1. */
    corners: Float32Array;
    triangles: Uint32Array;
    /** Lines of the box and of its floor's grid, as corners. */
    lines: Float32Array;
    labels: { text: string; at: [number, number, number]; title?: boolean }[];
}

/** Scores that nobody can have are left out, so that they do not tear the surface. */
function standing(picture: Picture): { columns: number[]; rows: number[] } {
    const {
        x: { count: across },
        y: { count: up },
    } = picture;
    const columns = new Set<number>();
    const rows = new Set<number>();
    for (let x = 0; x < across; x++) {
        for (let y = 0; y < up; y++) {
            if (picture.height(x * up + y) === null) continue;
            columns.add(x);
            rows.add(y);
        }
    }
    return { columns: [...columns], rows: [...rows].sort((a, b) => a - b) };
}

/** The place of cell i of an axis in the box. */
export const share = (i: number, count: number): number => (count > 1 ? (2 * i) / (count - 1) - 1 : 0);

function heights(picture: Picture): [number, number] {
    let low = Infinity;
    let high = -Infinity;
    for (let i = 0; i < picture.x.count * picture.y.count; i++) {
        const height = picture.height(i);
        if (height === null) continue;
        low = Math.min(low, height);
        high = Math.max(high, height);
    }
    if (low > high) return [0, 1];
    if (low >= 0) low = 0; // totals and probabilities begin at nothing
    return [low, high > low ? high : low + 1];
}

const flatness = 0.6; // of the height, against the sides

function boxLines(): Float32Array {
    const lines: number[] = [];
    const line = (a: number[], b: number[]): void => void lines.push(...a, ...b);
    const f = flatness;
    for (const s of [-1, -0.5, 0, 0.5, 1]) {
        line([s, -1, -f], [s, 1, -f]);
        line([-1, s, -f], [1, s, -f]);
    }
    for (const x of [-1, 1]) for (const y of [-1, 1]) line([x, y, -f], [x, y, f]);
    for (const s of [-1, 1]) {
        line([s, -1, f], [s, 1, f]);
        line([-1, s, f], [1, s, f]);
    }
    return new Float32Array(lines);
}

export function meshOf(picture: Picture): Mesh {
    const { columns, rows } = standing(picture);
    const {
        x: { count: across },
        y: { count: up },
    } = picture;
    const [low, high] = heights(picture);
    const z = (height: number): number => flatness * (2 * ((height - low) / (high - low)) - 1);
    const corners = new Float32Array(columns.length * rows.length * 6);
    const there: boolean[] = [];
    columns.forEach((x, i) =>
        rows.forEach((y, j) => {
            const cell = x * up + y;
            const height = picture.height(cell);
            const [r, g, b] = picture.colour(cell) ?? [0, 0, 0];
            there.push(height !== null);
            corners.set([share(x, across), share(y, up), z(height ?? low), r / 255, g / 255, b / 255], 6 * (i * rows.length + j));
        }),
    );
    const triangles: number[] = [];
    for (let i = 0; i + 1 < columns.length; i++) {
        for (let j = 0; j + 1 < rows.length; j++) {
            const a = i * rows.length + j;
            const [b, c, d] = [a + 1, a + rows.length, a + rows.length + 1] as const;
            if (there[a] && there[b] && there[c]) triangles.push(a, b, c);
            if (there[b] && there[c] && there[d]) triangles.push(b, d, c);
        }
    }
    const f = flatness;
    const labels: Mesh["labels"] = [];
    const along = (axis: Picture["x"], at: (s: number) => [number, number, number]): void => {
        for (const tick of ticks(axis.from, axis.from + (axis.count - 1) * axis.step, 4)) {
            if (Number.isInteger(tick))
                labels.push({ text: String(tick), at: at(share((tick - axis.from) / axis.step, axis.count)) });
        }
    };
    along(picture.x, (s) => [s, -1.12, -f]);
    along(picture.y, (s) => [1.12, s, -f]);
    for (const tick of ticks(low, high, 3)) labels.push({ text: picture.showHeight(tick), at: [-1.12, -1.12, z(tick)] });
    labels.push(
        { text: picture.x.label, at: [0, -1.42, -f], title: true },
        { text: picture.y.label, at: [1.42, 0, -f], title: true },
    );
    return { corners, triangles: new Uint32Array(triangles), lines: boxLines(), labels };
}

export interface View {
    /** Round the upright axis, and up and down, in radians. */
    turn: number;
    tilt: number;
}

export const firstView: View = { turn: -0.75, tilt: 0.5 };
const steepest = 1.5;

export function turned(view: View, turn: number, tilt: number): View {
    const round = 2 * Math.PI;
    return { turn: (((view.turn + turn) % round) + round) % round, tilt: Math.min(Math.max(view.tilt + tilt, 0.05), steepest) };
}

const near = 3.6; // the eye's distance

type Point = readonly [number, number, number];

/** Coordinates of a point as seen from the eye, which looks at the middle: right, up and away. */
function before({ turn, tilt }: View, [x, y, z]: Point): [number, number, number] {
    const [c, s, ct, st] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)];
    return [c * x - s * y, s * st * x + c * st * y + ct * z, s * ct * x + c * ct * y - st * z + near];
}

/** How much of the picture the box with its labels takes at this tilt, whatever the turn: the same size all the way round. */
function extent(tilt: number): { wide: number; low: number; high: number } {
    const found = { wide: 0, low: 0, high: 0 };
    const side = 1.2;
    for (let turn = 0; turn < Math.PI / 2; turn += Math.PI / 16) {
        for (const x of [-side, side]) {
            for (const y of [-side, side]) {
                for (const z of [-flatness, flatness]) {
                    const [right, up, away] = before({ turn, tilt }, [x, y, z]);
                    found.wide = Math.max(found.wide, Math.abs(right / away));
                    found.low = Math.min(found.low, up / away);
                    found.high = Math.max(found.high, up / away);
                }
            }
        }
    }
    return found;
}

/** The matrix of WebGL, by columns: turned, tilted, and as large as the picture lets it be. */
export function matrixOf(view: View, aspect: number): Float32Array {
    const { wide, low, high } = extent(view.tilt);
    const scale = Math.min(aspect / wide, 2 / (high - low)) * 0.97;
    const middle = (scale * (high + low)) / 2;
    const far = 7;
    const close = 1;
    const a = (far + close) / (far - close);
    const b = (-2 * far * close) / (far - close);
    const zero = before(view, [0, 0, 0]);
    const columns: number[] = [];
    const add = ([right, up, away]: Point, extra: number): void => {
        columns.push((scale / aspect) * right, scale * up - middle * away, a * away + extra, away);
    };
    for (const axis of [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 1],
    ] as const) {
        const [right, up, away] = before(view, axis);
        add([right - zero[0], up - zero[1], away - zero[2]], 0);
    }
    add(zero, b);
    return new Float32Array(columns);
}

/** The place of a point on the screen: shares of the width and of the height, from the top left; and its distance. */
export function seenAt(matrix: Float32Array, [x, y, z]: readonly [number, number, number]): [number, number, number] {
    const row = (i: number): number => matrix[i]! * x + matrix[4 + i]! * y + matrix[8 + i]! * z + matrix[12 + i]!;
    const w = row(3);
    return [(row(0) / w + 1) / 2, (1 - row(1) / w) / 2, w];
}
