// The browser keeps one game, so one tab at a time keeps the one that is at its table.

const NAME = "alea-table";
const PATIENCE = 500; // milliseconds: the tab that had it may just be leaving

/** Asks for the right to keep a game; `take` takes it from another tab. Resolves with a function that gives it up, or with null if
 *  another tab has it. `lost` is called when another tab takes it. Browsers without locks give it to everybody. */
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
