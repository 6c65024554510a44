import type { ComponentChildren, JSX } from "preact";

/** Something wide, such as a table: where there is little room it scrolls within itself, by keyboard too. */
export function Wide({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
    return (
        <div class="wide" tabIndex={0} role="region" aria-label={label}>
            {children}
        </div>
    );
}
