import { useCallback, useEffect, useState } from "preact/hooks";
import type { Progress } from "../engine/interface.ts";
import { isAbort } from "./engine.ts";

export interface Work {
    signal: AbortSignal;
    progress(p: Progress): void;
}

export interface Answered<T> {
    answer?: T;
    error?: unknown;
    progress?: Progress;
    working: boolean;
    again(): void;
}

/** Does the work whenever `inputs` change, and stops it when they change again or the component is removed. The last answer
 *  stays until the next one. `null` as work: nothing to do. */
export function useAnswer<T>(inputs: readonly unknown[], work: ((w: Work) => Promise<T>) | null): Answered<T> {
    const [state, setState] = useState<{ answer?: T; error?: unknown; progress?: Progress; working: boolean }>({
        working: work !== null,
    });
    const [round, setRound] = useState(0);
    useEffect(() => {
        const keep = ({ answer }: typeof state): Partial<typeof state> => (answer === undefined ? {} : { answer });
        if (!work) return setState((old) => ({ ...keep(old), working: false }));
        const stop = new AbortController();
        const change = (fresh: Partial<typeof state>): void => {
            if (!stop.signal.aborted) setState((old) => ({ ...old, ...fresh }));
        };
        setState((old) => ({ ...keep(old), working: true }));
        work({ signal: stop.signal, progress: (progress) => change({ progress }) }).then(
            (answer) => {
                if (!stop.signal.aborted) setState({ answer, working: false });
            },
            (error: unknown) => {
                if (!stop.signal.aborted && !isAbort(error)) setState({ error, working: false });
            },
        );
        return () => stop.abort();
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- the caller names the inputs of its work
    }, [...inputs, round]);
    const again = useCallback(() => setRound((n) => n + 1), []);
    return { ...state, again };
}
