// The participants of the arena: bots of the engine, and programs that play in their own frames.
import type { Program } from "../../frame/protocol.ts";
import { text } from "../../text/en.ts";

export interface Entrant {
    /** Unlike all others; shown, and part of records. */
    name: string;
    /** Its name for the engine: `hold(20)`, `mine.lua`, `table:mine.csv`, `outside(mine)`. */
    spec: string;
    /** A file that the engine needs for it. */
    file: { name: string; content: string } | null;
    /** The program that plays in a frame; null: the engine plays the bot. */
    program: Program | null;
    /** The text of a program that can be changed in the page. */
    source: string | null;
}

/** A name as specs and records can hold it. */
export function plainName(name: string): string {
    return (
        name
            .replace(/[^\p{L}\p{N}._+-]+/gu, "-")
            .replace(/^[-.]+/, "")
            .slice(0, 40) || "bot"
    );
}

function unlike(name: string, others: Entrant[]): string {
    const taken = new Set(others.map((other) => other.name));
    if (!taken.has(name)) return name;
    for (let n = 2; ; n++) if (!taken.has(`${name} ${n}`)) return `${name} ${n}`;
}

/** The engine's name for a bot that runs in the page. */
export const outside = (name: string): string => `outside(${plainName(name)})`;

export function builtIn(spec: string, others: Entrant[]): Entrant {
    return { name: unlike(spec.trim(), others), spec: spec.trim(), file: null, program: null, source: null };
}

const endings = ["js", "mjs", "lua", "csv", "wasm"];

/** Reads a bot from a file and returns a function that adds it to the others. Throws if the name's ending is not that of a
 *  bot. */
export async function fromFile(file: File): Promise<(others: Entrant[]) => Entrant> {
    const [, stem = "", ending = ""] = /^(.*?)(?:\.([^.]*))?$/s.exec(file.name) ?? [];
    const kind = ending.toLowerCase();
    if (!endings.includes(kind)) throw new Error(text.arena.unknownFile(file.name));
    const bytes = await file.arrayBuffer();
    if (kind === "wasm") return (others) => fromModule(plainName(stem), bytes, others);
    let content: string;
    try {
        content = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        throw new Error(text.arena.notText(file.name));
    }
    return (others) => fromText(plainName(stem), kind === "mjs" ? "js" : kind, content, others);
}

function fromModule(stem: string, bytes: ArrayBuffer, others: Entrant[]): Entrant {
    const name = unlike(stem, others);
    return { name, spec: outside(name), file: null, program: { kind: "wasm", source: bytes }, source: null };
}

export function fromText(stem: string, kind: string, content: string, others: Entrant[]): Entrant {
    const name = unlike(stem, others);
    if (kind === "js") return { name, spec: outside(name), file: null, program: { kind: "js", source: content }, source: content };
    const file = { name: `${plainName(name)}.${kind}`, content };
    return {
        name,
        spec: kind === "csv" ? `table:${file.name}` : file.name,
        file,
        program: null,
        source: kind === "lua" ? content : null,
    };
}

/** The same bot with another text. */
export function withSource(entrant: Entrant, source: string): Entrant {
    if (entrant.program) return { ...entrant, program: { kind: "js", source }, source };
    return { ...entrant, file: entrant.file && { ...entrant.file, content: source }, source };
}

export function kindOf(entrant: Entrant): "builtin" | "js" | "wasm" | "lua" | "table" {
    if (entrant.program) return entrant.program.kind;
    if (!entrant.file) return "builtin";
    return entrant.file.name.endsWith(".csv") ? "table" : "lua";
}
