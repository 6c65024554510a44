/** The name of an edited game in requests and messages, whatever its file says. */
export const editedName = "rules";

/** Rules from the editor that somebody wants to play; they last as long as the page. */
let rules: string | null = null;

export const ownRules = {
    set: (text: string): void => void (rules = text),
    get: (): string | null => rules,
};
