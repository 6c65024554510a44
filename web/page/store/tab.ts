// The browser keeps one game, so one tab at a time keeps the one that is at its table.

const NAME = "alea-table";
const PATIENCE = 500; // milliseconds: the other tab may just be closing

/** Requests the right to store a game; `take` takes it from another tab. Resolves with a function that releases it, or with
 *  null if another tab has it. `lost` is called when another tab takes it. Without locks in the browser, every tab gets it. */
export function holdTable(take: boolean, lost: () => void): Promise<(() => void) | null> {
    if (!navigator.locks) return Promise.resolve(() => undefined);
    return new Promise((resolve) => {
        let held = false;
        const until = (): Promise<void> => {
            held = true;
            return new Promise((release) => resolve(release));
        };
        const how: LockOptions = take ? { steal: true } : { signal: AbortSignal.timeout(PATIENCE) };
        navigator.locks.request(NAME, how, until).catch(() => (held ? lost() : resolve(null)));
    });
}
