import { text } from "../../text/en.ts";
import { engine } from "../engine.ts";
import { ruleFiles } from "./rule-files.ts";
import type { Work } from "../use-answer.ts";
import type { ReviewedGame } from "./types.ts";

/** Reviews the first game of a record. */
export async function reviewRecord(record: string, rules: string | null, work?: Work): Promise<ReviewedGame> {
    const options = work ? { signal: work.signal, progress: work.progress } : {};
    const { games } = (await (await engine()).call({ do: "review", record, ...ruleFiles(record, rules) }, options)) as {
        games?: ReviewedGame[];
    };
    const game = games?.[0];
    if (!game) throw new Error(text.review.noReview);
    return game;
}
