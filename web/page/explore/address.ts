// The state of the view, encoded in the address, so that a link and the back button restore it.
import { useCallback, useLayoutEffect, useRef, useState } from "preact/hooks";
import { specOf, type Parameters } from "../games/games.ts";
import { readRoute, writeRoute } from "../shell/route.ts";

export type MapWanted = "hold" | "turn" | "value";

export interface Explored {
    game: string; // the name of a game
    parameters: Parameters;
    objective: string; // empty: the game's own objective
    bot: string;
    second: string; // empty: nothing to compare with
    map: MapWanted;
    surface: boolean;
    own: number;
    other: number; // or the turns left
    turn: number;
    memory: number; // the turn's memory; -1: one with which a player decides
    position: string; // words of `alea ask`, in games without a map
}

export const usual: Explored = {
    game: "pig",
    parameters: {},
    objective: "",
    bot: "optimal",
    second: "",
    map: "hold",
    surface: false,
    own: 0,
    other: 0,
    turn: 0,
    memory: -1,
    position: "",
};

function readSpec(text: string): Pick<Explored, "game" | "parameters"> {
    const [, game = "", words = ""] = /^([^()]*)(?:\((.*)\))?$/s.exec(text) ?? [];
    const parameters: Parameters = {};
    for (const word of words.split(",")) {
        const [name = "", value] = word.split("=");
        if (name.trim() && value !== undefined) parameters[name.trim()] = value.trim();
    }
    return { game: game.trim() || usual.game, parameters };
}

const numbers = ["own", "other", "turn"] as const;

/** A mistyped word of the address counts as left out. */
export function readExplored(hash: string): Explored {
    const { rest, query } = readRoute(hash);
    const whole = (name: string): number => {
        const typed = query.get(name) ?? "";
        return /^\d{1,6}$/.test(typed) ? Number(typed) : 0;
    };
    const map = query.get("map");
    const shown: Explored = {
        ...usual,
        ...readSpec(rest[0] ?? ""),
        objective: query.get("for") ?? "",
        bot: query.get("bot")?.trim() || usual.bot,
        second: query.get("with")?.trim() ?? "",
        map: map === "turn" || map === "value" ? map : "hold",
        surface: query.get("as") === "surface",
        position: query.get("position") ?? "",
    };
    for (const name of numbers) shown[name] = whole(name);
    if (query.has("memory")) shown.memory = whole("memory");
    return shown;
}

export function writeExplored(shown: Explored): string {
    const query: Record<string, string> = {};
    if (shown.objective) query["for"] = shown.objective;
    if (shown.bot !== usual.bot) query["bot"] = shown.bot;
    if (shown.second) query["with"] = shown.second;
    if (shown.map !== "hold") query["map"] = shown.map;
    if (shown.surface) query["as"] = "surface";
    if (shown.position) query["position"] = shown.position;
    for (const name of numbers) if (shown[name]) query[name] = String(shown[name]);
    if (shown.memory >= 0) query["memory"] = String(shown.memory);
    return writeRoute("explore", [specOf(shown.game, shown.parameters)], query);
}

/** Browsers limit changes of the address to some hundred per half minute, so it is updated after a pause. */
const rest = 300;

/** The state of the view, kept in the address. A change of the game, of a policy or of the map is a step that the back button takes
 *  back; moving about in the map or along a slider is not one. */
export function useExplored(): [Explored, (fresh: Partial<Explored>) => void] {
    const [shown, setShown] = useState(() => readExplored(location.hash));
    const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; address: string } | undefined>(undefined);
    const settle = useCallback(() => {
        if (!waiting.current) return;
        clearTimeout(waiting.current.timer);
        history.replaceState(null, "", waiting.current.address);
        waiting.current = undefined;
    }, []);
    useLayoutEffect(() => {
        // at once, as in useRoute
        const follow = (): void => {
            if (waiting.current) clearTimeout(waiting.current.timer);
            waiting.current = undefined;
            if (readRoute(location.hash).view === "explore") setShown(readExplored(location.hash));
        };
        addEventListener("hashchange", follow);
        return () => {
            removeEventListener("hashchange", follow);
            if (waiting.current) clearTimeout(waiting.current.timer);
        };
    }, []);
    const change = useCallback((fresh: Partial<Explored>) => {
        setShown((old) => {
            const now = { ...old, ...fresh };
            const address = writeExplored(now);
            if (address === writeExplored(old)) return now;
            const step = (["game", "objective", "bot", "second", "map", "surface"] as const).some((key) => now[key] !== old[key]);
            if (step) {
                settle();
                history.pushState(null, "", address);
            } else {
                if (waiting.current) clearTimeout(waiting.current.timer);
                waiting.current = { address, timer: setTimeout(settle, rest) };
            }
            return now;
        });
        // oxlint-disable-next-line react-hooks/exhaustive-deps -- settle reads references only
    }, []);
    return [shown, change];
}
