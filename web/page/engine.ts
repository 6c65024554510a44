import type { Engine, EngineError } from "../engine/interface.ts";
import { text } from "../text/en.ts";

let opened: Promise<Engine> | undefined;

/** The one engine of the page, started at the first call. A start that failed is tried again at the next. */
export function engine(): Promise<Engine> {
    opened ??= start();
    opened.catch(() => (opened = undefined));
    return opened;
}

// The engine is no part of the bundle: alea.mjs and alea.wasm lie beside index.html.
async function start(): Promise<Engine> {
    const address = new URL("alea.mjs", document.baseURI).href;
    let module: typeof import("../engine/interface.ts");
    try {
        module = (await import(/* @vite-ignore */ address)) as typeof module;
    } catch (error) {
        throw new Error(text.shell.noEngine, { cause: error });
    }
    return module.open();
}

/** An engine of a view's own, whose work does not wait for that of others. The view closes it. */
export function ownEngine(): Promise<Engine> {
    return start();
}

export function isEngineError(error: unknown): error is EngineError {
    return error instanceof Error && error.name === "EngineError";
}

export function isAbort(error: unknown): boolean {
    return error instanceof Error && error.name === "AbortError";
}
