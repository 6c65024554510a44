// Numbers with proved bounds.
import type { Interval } from "../../engine/results.ts";
import { value, type Unit } from "./numbers.ts";

export type { Interval };

const ulp = 2 ** -52;

/** a - b, with bounds that hold whatever the rounding. */
export function minus(a: Interval, b: Interval): Interval {
    const lower = a.lower - b.upper;
    const upper = a.upper - b.lower;
    return { value: a.value - b.value, lower: lower - Math.abs(lower) * ulp, upper: upper + Math.abs(upper) * ulp };
}

export function exactly(number: number): Interval {
    return { value: number, lower: number, upper: number };
}

/** The decimals of x times ten to the `shift`, cut after `digits` of them; rounded down or up as wanted, and exactly: doubles have
 *  finitely many decimals. */
export function roundedTo(x: number, digits: number, up: boolean, shift = 0): string {
    const all = Math.abs(x).toFixed(Math.min(digits + shift + 60, 100));
    const [whole = "0", decimals = ""] = all.split(".");
    let kept = BigInt(whole + decimals.slice(0, digits + shift));
    const cut = /[1-9]/.test(decimals.slice(digits + shift));
    if (cut && up === x > 0) kept += 1n;
    const text = kept.toString().padStart(digits + 1, "0");
    const sign = x < 0 && kept !== 0n ? "\u2212" : "";
    return sign + text.slice(0, text.length - digits) + (digits ? `.${text.slice(text.length - digits)}` : "");
}

const shiftOf = (unit: Unit): number => (unit === "win" ? 2 : 0);
const signOf = (unit: Unit): string => (unit === "win" ? "\u00a0%" : unit === "money" ? "\u00a0$" : "");

/** Decimals as far as the first digit of a number below 1. Math.log10 is not exact, and not the same in all browsers. */
function placesOf(number: number): number {
    let places = 0;
    while (places < 17 && Number(`1e-${places}`) > number) places++;
    return places;
}

/** Both bounds, rounded outwards, with as many digits as are needed to distinguish them. */
export function bounds(interval: Interval, unit: Unit): [string, string] {
    const width = interval.upper - interval.lower;
    const shift = shiftOf(unit);
    const digits = width > 0 ? Math.min(Math.max(placesOf(width) + 1 - shift, 1), 15) : 15 - shift;
    const written = (x: number, up: boolean): string => roundedTo(x, digits, up, shift) + signOf(unit);
    return [written(interval.lower, false), written(interval.upper, true)];
}

/** The number as far as its bounds agree, with at most `most` digits more than usual. */
export function certain(interval: Interval, unit: Unit, most = 6): string {
    for (let more = most; more > 0; more--) {
        if (value(interval.lower, unit, more) === value(interval.upper, unit, more)) return value(interval.lower, unit, more);
    }
    return value(interval.value, unit);
}
