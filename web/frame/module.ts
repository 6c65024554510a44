// Core modules of WebAssembly as bots: the interface of wit/README.md.
import type { View } from "./protocol.ts";

type Number32 = (...numbers: number[]) => number;

const interfaces = {
    roll: ["pig-pen:player/strategy@0.1.0#should-roll", "should_roll"],
    dice: ["hog:player/strategy@0.1.0#final-strategy", "final_strategy"],
};

/** The same as for bots of the command line. */
const mostMemory = 256 << 20;

class TooMuchMemory extends Error {
    readonly memoryLimit = mostMemory;
}

/** Compiles a module and checks its imports. */
export function compileModule(bytes: ArrayBuffer): WebAssembly.Module {
    const head = new Uint8Array(bytes.slice(0, 8));
    if (head[4] === 0x0d && head[6] === 1)
        throw new Error("This is a component. The page runs core modules; the program runs components too.");
    const module = new WebAssembly.Module(bytes);
    for (const wanted of WebAssembly.Module.imports(module))
        if (wanted.module !== "env" || wanted.name !== "abort" || wanted.kind !== "function")
            throw new Error(`The module imports ${wanted.module}.${wanted.name}; a core module may import nothing.`);
    return module;
}

function functionOf(exports: WebAssembly.Exports, names: string[]): Number32 | undefined {
    for (const name of names) if (typeof exports[name] === "function") return exports[name] as Number32;
    return undefined;
}

/** Returns where the list of scores is written: a place that the module provides, or a page that is added to its memory. */
function placer(exports: WebAssembly.Exports, memory: WebAssembly.Memory): (bytes: number) => number {
    const allocate = functionOf(exports, ["cabi_realloc"]);
    if (allocate) return (bytes) => allocate(0, 0, 4, bytes) >>> 0;
    const page = memory.grow(1) * 65536;
    return () => page;
}

/** The scores of the others by seat, without the mover's. `others` begins with the seat after the mover. */
export function othersBySeat(view: View, seat: number): number[] {
    const others = view["others"] as number[];
    const before = others.length - seat;
    return [...others.slice(before), ...others.slice(0, before)];
}

/** Starts the module for one game. */
export function startModule(module: WebAssembly.Module): (view: View, seat: number) => unknown {
    const abort = (): never => {
        throw new Error("the module called abort");
    };
    const { exports } = new WebAssembly.Instance(module, { env: { abort } });
    const roll = functionOf(exports, interfaces.roll);
    const dice = functionOf(exports, interfaces.dice);
    const memory = exports["memory"];
    functionOf(exports, ["_initialize"])?.();
    if (!roll && !dice) throw new Error("The module exports neither should_roll nor final_strategy.");
    if (!roll) return (view) => dice!(Number(view["own"]), Number(view["opponent"]));
    if (!(memory instanceof WebAssembly.Memory))
        throw new Error("The module exports no memory, in which the list of scores could be.");
    const place = placer(exports, memory);
    const finish = functionOf(exports, [`cabi_post_${interfaces.roll[0]}`]);
    return (view, seat) => {
        const others = othersBySeat(view, seat);
        const at = place(4 * others.length);
        const bytes = new DataView(memory.buffer);
        others.forEach((score, i) => bytes.setUint32(at + 4 * i, score, true));
        const answer = roll(Number(view["total"]), at, others.length);
        finish?.(answer);
        if (memory.buffer.byteLength > mostMemory) throw new TooMuchMemory("it needed more than 256 MiB");
        return answer !== 0;
    };
}
