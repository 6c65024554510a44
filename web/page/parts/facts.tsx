import type { JSX } from "preact";

/** What is known of a player, such as a score: each fact with its label. */
export function Facts({ facts }: { facts: { label: string; value: string | number }[] }): JSX.Element {
    return (
        <dl class="facts">
            {facts.map((fact) => (
                <div key={fact.label}>
                    <dt>{fact.label}</dt>
                    <dd>{fact.value}</dd>
                </div>
            ))}
        </dl>
    );
}
