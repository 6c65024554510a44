import type { Axis } from "./axis.ts";
import type { Colour } from "./palette.ts";

/** Paints a pixel for each cell of a map, the first axis to the right and the second upwards. A null colour is transparent. */
export function paint(
    canvas: HTMLCanvasElement,
    { count: across }: Axis,
    { count: up }: Axis,
    colour: (cell: number) => Colour | null,
): void {
    canvas.width = across;
    canvas.height = up;
    const context = canvas.getContext("2d");
    if (!context) return;
    const image = context.createImageData(across, up);
    for (let x = 0; x < across; x++) {
        for (let y = 0; y < up; y++) {
            const found = colour(x * up + y);
            if (found) image.data.set([...found, 255], 4 * ((up - 1 - y) * across + x));
        }
    }
    context.putImageData(image, 0, 0);
}
