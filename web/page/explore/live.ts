// Answers that follow changing inputs: only the newest question counts, and the last good answer stays until the next one.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";
import type { Progress } from "../../engine/interface.ts";
import { isAbort } from "../engine.ts";
import type { Work } from "../use-answer.ts";

export interface Live<T> {
    answer?: T;
    error?: unknown;
    progress?: Progress;
    /** The answer does not belong to the current question yet. */
    working: boolean;
    stopped: boolean;
    stop(): void;
    again(): void;
}

interface State<T> {
    answer?: T;
    error?: unknown;
    progress?: Progress;
    working: boolean;
    stopped: boolean;
}

interface Job {
    key: string;
    stop: AbortController;
    overtaken?: ReturnType<typeof setTimeout>;
}

/** Answers by question, the least recently used first. */
const kept = new Map<string, unknown>();
const mostKept = 48;

function keep(key: string, answer: unknown): void {
    kept.delete(key);
    kept.set(key, answer);
    for (const oldest of kept.keys()) {
        if (kept.size <= mostKept) break;
        kept.delete(oldest);
    }
}

/** An answer that is nearly there is waited for when the question changes: stopping the engine costs more. */
const patience = 250;

/** Asks whenever `key`, which identifies the question, changes; null: no question. A short request completes even if the
 *  question has changed, so that a picture follows a slider; a long one is aborted. */
export function useLive<T>(key: string | null, work: (w: Work) => Promise<T>): Live<T> {
    const [state, setState] = useState<State<T>>({ working: key !== null, stopped: false });
    const [round, setRound] = useState(0);
    const wanted = useRef<{ key: string; work: typeof work } | null>(null);
    const job = useRef<Job | null>(null);

    const begin = (): void => {
        const now = wanted.current;
        if (!now) return;
        const mine: Job = { key: now.key, stop: new AbortController() };
        job.current = mine;
        const current = (): boolean => wanted.current?.key === mine.key;
        const finish = (fresh: Partial<State<T>>): void => {
            clearTimeout(mine.overtaken);
            if (job.current !== mine) return;
            job.current = null;
            if (current())
                setState(({ answer }) => ({
                    ...(answer === undefined ? {} : { answer }),
                    ...fresh,
                    working: false,
                    stopped: false,
                }));
            else if (fresh.answer !== undefined) setState((old) => ({ ...old, answer: fresh.answer as T }));
            if (wanted.current && !current()) begin();
        };
        const progress = (told: Progress): void => {
            if (job.current === mine && current()) setState((old) => ({ ...old, progress: told }));
        };
        now.work({ signal: mine.stop.signal, progress }).then(
            (answer) => {
                keep(mine.key, answer);
                finish({ answer });
            },
            (error: unknown) => {
                if (!isAbort(error)) return finish({ error });
                clearTimeout(mine.overtaken);
                if (job.current !== mine) return;
                job.current = null;
                begin(); // the newest question, if there is one
            },
        );
    };

    useEffect(() => {
        wanted.current = key === null ? null : { key, work };
        if (key === null) {
            job.current?.stop.abort();
            return setState({ working: false, stopped: false });
        }
        if (job.current?.key === key) {
            clearTimeout(job.current.overtaken);
            delete job.current.overtaken;
            return;
        }
        if (job.current) job.current.overtaken ??= setTimeout(() => job.current?.stop.abort(), patience);
        if (kept.has(key)) {
            const answer = kept.get(key) as T;
            keep(key, answer);
            wanted.current = null;
            return setState({ answer, working: false, stopped: false });
        }
        setState(({ answer }) => ({ ...(answer === undefined ? {} : { answer }), working: true, stopped: false }));
        if (!job.current) begin();
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key names all that the work depends on
    }, [key, round]);

    useEffect(
        () => () => {
            wanted.current = null;
            clearTimeout(job.current?.overtaken);
            job.current?.stop.abort();
        },
        [],
    );

    const stop = useCallback(() => {
        wanted.current = null;
        job.current?.stop.abort();
        setState(({ answer }) => ({ ...(answer === undefined ? {} : { answer }), working: false, stopped: true }));
    }, []);
    const again = useCallback(() => setRound((n) => n + 1), []);
    return { ...state, stop, again };
}
