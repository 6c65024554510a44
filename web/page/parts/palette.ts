// Colours of maps and surfaces. Sequential: viridis (Smith and van der Walt, 2015). Diverging: blue to orange, with the
// colour of the page in the middle. Decisions: Okabe and Ito (2008). Colour-blind readers and grey prints can tell them
// apart.
export type Colour = readonly [number, number, number];

const viridis: Colour[] = [
    [68, 1, 84],
    [70, 50, 127],
    [54, 92, 141],
    [39, 127, 142],
    [31, 161, 135],
    [74, 194, 109],
    [159, 218, 58],
    [253, 231, 37],
];
const diverging: Record<"light" | "dark", Colour[]> = {
    light: [
        [5, 74, 145],
        [67, 137, 196],
        [146, 190, 224],
        [236, 236, 236],
        [245, 186, 126],
        [214, 118, 36],
        [140, 61, 4],
    ],
    dark: [
        [148, 201, 255],
        [84, 152, 214],
        [48, 94, 140],
        [52, 54, 58],
        [138, 78, 28],
        [219, 131, 54],
        [255, 193, 128],
    ],
};

export type Shade = "light" | "dark";

function mixed(scale: Colour[], share: number): Colour {
    const at = Math.min(Math.max(share, 0), 1) * (scale.length - 1);
    const low = scale[Math.floor(at)]!;
    const high = scale[Math.ceil(at)]!;
    const part = at - Math.floor(at);
    const mix = (i: 0 | 1 | 2): number => Math.round(low[i] + (high[i] - low[i]) * part);
    return [mix(0), mix(1), mix(2)];
}

/** `share` from 0 to 1. */
export function sequential(share: number): Colour {
    return mixed(viridis, share);
}

/** `share` from -1 to 1. */
export function towards(share: number, shade: Shade): Colour {
    return mixed(diverging[shade], (share + 1) / 2);
}

/** Colours for numbered items, such as dice, spread over the whole scale. */
export function numbered(i: number, count: number): Colour {
    return sequential(count > 1 ? i / (count - 1) : 0.5);
}

export const rolls: Colour = [0, 114, 178];
export const holds: Colour = [240, 228, 66];
export const onlyFirst: Colour = [213, 94, 0];
export const onlySecond: Colour = [204, 153, 187];
/** Used next to the diverging colours. */
export const onFirst: Colour = [0, 158, 115];
export const onSecond: Colour = [204, 121, 167];
/** The policy rolls until it reaches the goal. */
export const goesOn: Record<Shade, Colour> = { light: [190, 192, 196], dark: [92, 95, 101] };
/** The same, for maps that use one shade in both themes. */
export const toTheGoal: Colour = [150, 153, 158];
export const neverHolds: Record<Shade, Colour> = { light: [128, 131, 136], dark: [140, 143, 149] };

export function css([r, g, b]: Colour): string {
    return `rgb(${r} ${g} ${b})`;
}

/** Nine colours of a scale, evenly spaced: enough for a gradient. */
export function stopsOf(scale: (share: number) => Colour): Colour[] {
    return Array.from({ length: 9 }, (_, i) => scale(i / 8));
}

export function gradient(stops: readonly Colour[]): string {
    return `linear-gradient(90deg, ${stops.map(css).join(", ")})`;
}
