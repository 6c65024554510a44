import type { JSX } from "preact";

/** Text between backticks becomes code, as in the reports that alea writes. */
export function Sentences({ text }: { text: string }): JSX.Element {
    const parts = text.split("`");
    const whole = parts.length % 2 === 1;
    return <>{parts.map((part, i) => (i % 2 === 1 && (whole || i < parts.length - 1) ? <code key={i}>{part}</code> : part))}</>;
}
