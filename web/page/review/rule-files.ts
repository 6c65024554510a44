import type { Files } from "../../engine/interface.ts";

/** The name of the rule file in a record: the game's spec up to the parameters, if it ends in `.lua`. */
function ruleFileOf(record: string): string | null {
    const heading = record.slice(0, record.indexOf("\n"));
    try {
        const { game } = JSON.parse(heading) as { game?: unknown };
        const name = typeof game === "string" ? game.replace(/\(.*/s, "") : "";
        return name.endsWith(".lua") ? name : null;
    } catch {
        return null;
    }
}

/** The rule file of a record's game, for a request that reads the record. Nothing for a game that is built in. */
export function ruleFiles(record: string, rules: string | null): { files?: Files } {
    const name = ruleFileOf(record);
    return rules !== null && name !== null ? { files: { [name]: rules } } : {};
}
