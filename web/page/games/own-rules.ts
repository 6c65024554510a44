/** The name of an edited game in requests and messages, whatever its file says. */
export const editedName = "rules";

/** A text that lasts as long as the tab, also when the page is loaded again; without storage, as long as the page. */
function keptText(key: string): { set(text: string): void; get(): string | null; clear(): void } {
    let kept: string | null = null;
    try {
        kept = sessionStorage.getItem(key);
    } catch {
        // storage is switched off
    }
    const write = (text: string | null): void => {
        kept = text;
        try {
            if (text === null) sessionStorage.removeItem(key);
            else sessionStorage.setItem(key, text);
        } catch {
            // switched off, or full
        }
    };
    return { set: write, get: () => kept, clear: () => write(null) };
}

/** Rules from the editor that can be played, and differ from those that are built in. */
export const ownRules = keptText("alea-own-rules");

/** What is in the editor, mistakes included. */
export const draftRules = keptText("alea-draft-rules");
