import type { JSX } from "preact";

/** The facts about a player, such as a score, with labels. */
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
