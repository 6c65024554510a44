/** The name of an edited game in requests and messages, regardless of its file. */
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

/** The text of the editor, including mistakes. */
export const draftRules = keptText("alea-draft-rules");

const replaced = keptText("alea-replaced-rules");
const mostReplaced = 10;

/** The user's texts that another text has replaced, the latest first. */
export const replacedRules = {
    all(): string[] {
        try {
            return JSON.parse(replaced.get() ?? "[]") as string[];
        } catch {
            return [];
        }
    },
    write(texts: string[]): void {
        if (texts.length) replaced.set(JSON.stringify(texts.slice(0, mostReplaced)));
        else replaced.clear();
    },
    add(text: string): void {
        this.write([text, ...this.all().filter((other) => other !== text)]);
    },
};
