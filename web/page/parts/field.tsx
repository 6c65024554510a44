import type { ComponentChildren, JSX } from "preact";

/** A control with its label, and a line of help that the control names as `ID-help`. */
export function Field({
    id,
    label,
    help,
    children,
}: {
    id: string;
    label: string;
    help?: string | undefined;
    children: ComponentChildren;
}): JSX.Element {
    return (
        <div class="field">
            <label for={id}>{label}</label>
            {children}
            {help && <span id={`${id}-help`}>{help}</span>}
        </div>
    );
}
