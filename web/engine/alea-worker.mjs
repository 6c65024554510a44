/* The engine itself, in a worker of a page or of Node: it receives requests as messages and answers them one by
   one. Start it with alea.mjs. */

/** The current request, for the callbacks of the core: where to report progress, and whether to stop. */
let current = { id: 0 };
let stopFlag = null; // Int32Array in shared memory: the number of the request that shall stop
let sharedWords = null; // of the engine with threads: see below
let memory; // of the core: a WebAssembly.Memory, in the instance's exports or imports
const isMemory = (value) => value instanceof WebAssembly.Memory;

/** The arrays that an answer has in the memory of the core, as copies. */
function withArrays(value) {
    if (value === null || typeof value !== "object") return value;
    if (value.$array) {
        const Type = { Float64Array, Int32Array, Uint8Array }[value.$array];
        const bytes = new Uint8Array(memory.buffer); // a new view, because the memory may have grown
        return new Type(bytes.slice(value.at, value.at + value.count * Type.BYTES_PER_ELEMENT).buffer);
    }
    for (const key of Object.keys(value)) value[key] = withArrays(value[key]);
    return value;
}

/** Calls the core with a request and returns {answer} or {error}. */
function callCore(core, request) {
    const text = JSON.stringify(request);
    const size = core.lengthBytesUTF8(text) + 1;
    const at = core._malloc(size);
    if (!at) return { error: { status: "E_MEMORY", message: "There is not enough memory.", file: "", line: 0, column: 0 } };
    core.stringToUTF8(text, at, size);
    try {
        const result = JSON.parse(core.UTF8ToString(core._alea_web_call(at)));
        return result.answer?.kind === undefined && !hasArrays(request) ? result : withArrays(result);
    } finally {
        core._free(at);
    }
}

/** Only maps have arrays: other answers need not be searched for them. */
function hasArrays(request) {
    return request.do === "map";
}

/** Bytes of files become text; the decoder refuses bytes that are not UTF-8. */
function withTexts(files) {
    const texts = {};
    for (const [name, content] of Object.entries(files))
        texts[name] = typeof content === "string" ? content : new TextDecoder("utf-8", { fatal: true }).decode(content);
    return texts;
}

/* ---- the second part of the engine ---- */

let readSync; // in Node: reads a file
const moreAddress = new URL("alea-more.wasm", import.meta.url);

/** Compiles alea-more.wasm, within a call: nothing can be awaited there, and a worker may wait. */
function compileMore() {
    try {
        if (readSync) return new WebAssembly.Module(readSync(moreAddress));
        const request = new XMLHttpRequest();
        request.open("GET", moreAddress, false);
        request.responseType = "arraybuffer";
        request.send();
        if (request.status === 200) return new WebAssembly.Module(request.response);
        throw new Error(`the server answered ${request.status}`);
    } catch (error) {
        throw new WebAssembly.RuntimeError(`${moreAddress} could not be loaded: ${error.message}`);
    }
}

/** Instantiates alea.wasm. Functions of alea-more.wasm, which tools/split-engine took out, are imports of the module "absent", each
 *  named by its place in the table of functions. The first call of one instantiates alea-more.wasm, which puts all of them into
 *  the table: from then on they are called there without JavaScript. */
async function instantiate(wasm, imports, getMore) {
    let core;
    const call =
        (place) =>
        (...values) => {
            core.more ??= new WebAssembly.Instance(getMore(), { core: core.exports });
            return core.table.get(place)(...values);
        };
    const absent = WebAssembly.Module.imports(wasm).filter((wanted) => wanted.module === "absent");
    const instance = await WebAssembly.instantiate(wasm, {
        ...imports,
        absent: Object.fromEntries(absent.map(({ name }) => [name, call(Number(name))])),
    });
    core = {
        exports: instance.exports,
        table: Object.values(instance.exports).find((value) => value instanceof WebAssembly.Table),
        more: null,
    };
    return instance;
}

/** The core. Where its module cannot be instantiated, Emscripten alone would wait for ever. */
function create(createCore, wasm, makeInstance, options) {
    return new Promise((resolve, reject) => {
        const instantiateWasm = (imports, received) => {
            makeInstance(imports)
                .then((instance) => received(instance, wasm))
                .catch(reject);
            return {};
        };
        createCore({ ...options, instantiateWasm, print() {}, printErr() {} }).then(resolve, reject);
    });
}

/** The core for one thread. `more` is alea-more.wasm, if it has been compiled before. */
async function startOne(port, { wasm, more, stop }) {
    const { default: createCore } = await import("./alea-core.mjs");
    stopFlag = stop ? new Int32Array(stop) : null;
    const getMore = () => {
        if (!more) port.postMessage({ more: (more = compileMore()) });
        return more;
    };
    const makeInstance = async (imports) => {
        const instance = await instantiate(wasm, imports, getMore);
        memory = Object.values(instance.exports).find(isMemory);
        return instance;
    };
    return create(createCore, wasm, makeInstance, {
        hostProgress(done, total, unit) {
            if (current.progress) port.postMessage({ id: current.id, progress: { done, total, unit } });
            return core_stops();
        },
        hostStopped: core_stops,
    });
}

/* ---- threads ---- */

/** The core with threads. Emscripten starts each in a worker of its own before the first request, and all share one memory. There
 *  threads/web_shared.c has words that alea.mjs reads and writes while requests are handled: Int32 0 is the request that shall
 *  stop, 1 the one that is handled, 2 the version of the progress, which follows, and 3 how many threads there are. */
async function startMany({ wasm, threads }) {
    const { default: createCore } = await import("./alea-threads-core.mjs");
    if (readSync) globalThis.Worker ??= await pageWorkers();
    const address = (file) => new URL(file, import.meta.url).href;
    const makeInstance = (imports) => {
        memory = Object.values(imports).flatMap(Object.values).find(isMemory);
        return WebAssembly.instantiate(wasm, imports);
    };
    const options = { helpers: threads - 1, mainScriptUrlOrBlob: address("alea-threads-core.mjs"), locateFile: address };
    const core = await create(createCore, wasm, makeInstance, options);
    sharedWords = new Int32Array(memory.buffer, core._alea_web_start(threads), 4);
    return core;
}

/** Workers of Node as pages have them, for Emscripten's JavaScript. */
async function pageWorkers() {
    const { Worker } = await import("node:worker_threads");
    return class {
        #worker;
        constructor() {
            this.#worker = new Worker(new URL(import.meta.url), { workerData: { aleaThread: true } });
            this.#worker.on("message", (data) => this.onmessage?.({ data }));
            this.#worker.on("error", (error) => this.onerror?.(error));
        }
        postMessage(message) {
            this.#worker.postMessage(message);
        }
        terminate() {
            this.#worker.terminate();
        }
    };
}

/** A thread in Node: runs Emscripten's script for threads in an environment like a page's worker. Newer versions of
 *  Emscripten have no such script: the core itself is one, if the worker has this name. */
async function beThread(parentPort) {
    const { createRequire } = await import("node:module");
    const { existsSync } = await import("node:fs");
    const page = { self: globalThis, name: "em-pthread", location: { href: import.meta.url }, importScripts() {} };
    Object.assign(globalThis, page, { postMessage: (message) => parentPort.postMessage(message) });
    const script = "./alea-threads-core.worker.js";
    if (existsSync(new URL(script, import.meta.url))) createRequire(import.meta.url)(script);
    else await import("./alea-threads-core.mjs");
    parentPort.on("message", (data) => self.onmessage({ data }));
}

/* ---- requests ---- */

/** Starts the core and connects it with the port of messages. */
export async function serve(port, start) {
    const core = start.threads > 1 ? await startMany(start) : await startOne(port, start);
    port.onMessage((message) => {
        current = message;
        if (sharedWords) Atomics.store(sharedWords, 1, message.id);
        try {
            const request = message.request.files
                ? { ...message.request, files: withTexts(message.request.files) }
                : message.request;
            const result = callCore(core, request);
            port.postMessage({ id: message.id, ...result });
        } catch (error) {
            const fallen = error === "unwind"; // what Emscripten throws here when another thread has failed
            const broken =
                fallen || error instanceof TypeError || error instanceof WebAssembly.RuntimeError || error instanceof RangeError;
            const why = fallen ? "one of its threads has failed" : String(error.message ?? error);
            port.postMessage({
                id: message.id,
                crashed: broken,
                error: { status: broken ? "CRASHED" : "E_USAGE", message: why, file: "", line: 0, column: 0 },
            });
        }
    });
    port.postMessage({ ready: true, shared: sharedWords && { memory: sharedWords.buffer, at: sharedWords.byteOffset } });
}

function core_stops() {
    return stopFlag !== null && Atomics.load(stopFlag, 0) === current.id ? 1 : 0;
}

/* ---- where it runs ---- */

if (typeof process === "object" && process.versions?.node) {
    const { parentPort, workerData } = await import("node:worker_threads");
    readSync = (await import("node:fs")).readFileSync;
    if (parentPort && workerData?.aleaThread) await beThread(parentPort);
    else if (parentPort && workerData?.alea)
        await serve(
            { postMessage: (m) => parentPort.postMessage(m), onMessage: (f) => parentPort.on("message", f) },
            workerData.alea,
        );
} else if (typeof WorkerGlobalScope === "function" && self instanceof WorkerGlobalScope) {
    self.onmessage = (event) => {
        if (!event.data.alea) return;
        self.onmessage = null;
        serve(
            { postMessage: (m) => self.postMessage(m), onMessage: (f) => (self.onmessage = (e) => f(e.data)) },
            event.data.alea,
        ).catch((error) => self.postMessage({ failed: String(error.message ?? error) }));
    };
}
