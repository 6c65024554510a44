import type { JSX } from "preact";
import { text } from "../../text/en.ts";

export function sentence(error: unknown): string {
    return error instanceof Error && error.message ? error.message : String(error);
}

/** Shows a failure with its message and what to do about it. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }): JSX.Element {
    return (
        <div class="failure" role="alert">
            <p>{sentence(error)}</p>
            {retry && (
                <button type="button" onClick={retry}>
                    {text.shell.retry}
                </button>
            )}
        </div>
    );
}
