import type { Engine, EngineError } from "../engine/interface.ts";
import { text } from "../text/en.ts";

let opened: Promise<Engine> | undefined, working: Promise<Engine> | undefined;

/** The one engine of the page, started at the first call. A start that failed is tried again at the next. It has one thread: a first
 *  visit waits for nothing that a game does not need. */
export function engine(): Promise<Engine> {
    opened ??= start(1);
    opened.catch(() => (opened = undefined));
    return opened;
}

/** Returns the engine for long work: with threads if the page is isolated, otherwise the page's own. */
export function workEngine(): Promise<Engine> {
    if (!globalThis.crossOriginIsolated) return engine();
    working ??= ownEngine();
    working.catch(() => (working = undefined));
    return working;
}

let hear: ((threads: number) => void) | undefined;

/** Calls back when an engine has started that has more than one thread. */
export function onThreads(listener: (threads: number) => void): void {
    hear = listener;
}

// The engine is not part of the bundle: alea.mjs and alea.wasm are next to index.html.
async function start(threads?: number): Promise<Engine> {
    const address = new URL("alea.mjs", document.baseURI).href;
    let module: typeof import("../engine/interface.ts");
    try {
        module = (await import(/* @vite-ignore */ address)) as typeof module;
    } catch (error) {
        throw new Error(text.shell.noEngine, { cause: error });
    }
    const started = await module.open(threads === undefined ? {} : { threads });
    if (started.threads > 1) hear?.(started.threads);
    return started;
}

/** Returns a separate engine for one view, whose work does not wait for that of others. The view closes it. */
export function ownEngine(): Promise<Engine> {
    return start();
}

export function isEngineError(error: unknown): error is EngineError {
    return error instanceof Error && error.name === "EngineError";
}

export function isAbort(error: unknown): boolean {
    return error instanceof Error && error.name === "AbortError";
}
