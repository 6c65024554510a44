import type { ComponentChildren, JSX } from "preact";

/** Wraps something wide, such as a table: on narrow screens it scrolls by itself, also by keyboard. */
export function Wide({ label, children }: { label: string; children: ComponentChildren }): JSX.Element {
    return (
        <div class="wide" tabIndex={0} role="region" aria-label={label}>
            {children}
        </div>
    );
}
