// Whether an entrant can play: checked when it is added, and again before the games begin.
import type { Engine } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { botKind, type GameEntry } from "../games/games.ts";
import { kindOf, type Entrant } from "./entrant.ts";
import { BotError, Outsider } from "./outsider.ts";

/** The game that the bots enter. */
export interface EntryFor {
    entry: GameEntry;
    game: string; // its spec, without players
    players: number;
}

/** Why an entrant cannot play; null: it can. Whatever else goes wrong, such as a game that cannot be opened, rejects. */
export function faultOf(engine: Engine, place: EntryFor, entrant: Entrant): Promise<string | null> {
    return entrant.program ? faultOfProgram(entrant) : faultOfBot(engine, place, entrant);
}

async function faultOfProgram({ program }: Entrant): Promise<string | null> {
    try {
        if (program) (await Outsider.start(program)).close();
        return null;
    } catch (error) {
        if (error instanceof BotError) return error.message;
        throw error;
    }
}

async function faultOfBot(engine: Engine, { entry, game, players }: EntryFor, entrant: Entrant): Promise<string | null> {
    if (kindOf(entrant) === "builtin" && !botKind(entry, entrant.spec))
        return text.arena.noBuiltIn(
            entrant.spec,
            entry.bots.map((bot) => bot.usage),
        );
    const files = entrant.file ? { [entrant.file.name]: entrant.file.content } : {};
    const { why } = await engine.call({
        do: "bot",
        game,
        ...(entry.rules !== null && { rules: entry.rules }),
        players,
        bot: entrant.spec,
        files,
    });
    return why;
}
