import type { JSX } from "preact";
import type { Progress } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { count } from "./numbers.ts";

/** Work under way: how far it is, and a button that stops it. */
export function Working({
    label,
    progress,
    stop,
}: {
    label: string;
    progress?: Progress | undefined;
    stop?: () => void;
}): JSX.Element {
    return (
        <div class="working" role="status">
            <span>{label}</span>
            {progress && progress.total > 0 && (
                <>
                    <progress aria-label={label} max={progress.total} value={progress.done} />
                    <span class="soft">{text.shell.working(count(progress.done), count(progress.total), progress.unit)}</span>
                </>
            )}
            {stop && (
                <button type="button" onClick={stop}>
                    {text.shell.stop}
                </button>
            )}
        </div>
    );
}
