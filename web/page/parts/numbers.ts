/** Numbers as people read them: probabilities in per cent, dollars, points and turns. */
export type Unit = "win" | "money" | "score" | "turns";

export function unitOf(objective: string): Unit {
    return objective === "money" || objective === "score" || objective === "turns" ? objective : "win";
}

const fixed = (x: number, digits: number): string => {
    const text = Math.abs(x).toFixed(digits);
    return (x < 0 && Number(text) !== 0 ? "\u2212" : "") + text.replace(/\B(?=(\d{3})+(?!\d))(?<!\..*)/g, "\u202f");
};

/** A value with its unit, such as `54.6 %`. */
export function value(x: number, unit: Unit, more = 0): string {
    if (unit === "win") return `${fixed(100 * x, 1 + more)}\u00a0%`;
    if (unit === "money") return `${fixed(x, 2 + more)}\u00a0$`;
    return fixed(x, 2 + more);
}

/** A value where small differences count: per cent with two decimals. */
export function precise(x: number, unit: Unit): string {
    return value(x, unit, unit === "win" ? 1 : 0);
}

/** The same with a sign, for differences. */
export function change(x: number, unit: Unit): string {
    const text = value(x, unit);
    return text.startsWith("\u2212") ? text : `+${text}`;
}

/** The same with its standard error; 0: it is exact. */
export function withError(shown: string, error: number, unit: Unit): string {
    return error > 0 ? `${shown} ±\u00a0${value(error, unit)}` : shown;
}

export function count(n: number): string {
    return fixed(n, 0);
}
