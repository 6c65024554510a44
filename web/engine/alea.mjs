/* alea in the browser and in Node: `open` compiles the engine and starts it in a worker. interface.ts has the requests and
   their answers. */

const inNode = typeof process === "object" && Boolean(process.versions?.node);

/** The rejection of a failed request; see interface.ts. */
export class EngineError extends Error {
    constructor({ status, message, file = "", line = 0, column = 0 }) {
        super(message);
        this.name = "EngineError";
        this.status = status;
        this.file = file;
        this.line = line;
        this.column = column;
    }
}

const crashed = (message) => new EngineError({ status: "CRASHED", message });

/** Memory can be shared with workers: everywhere in Node, and in pages that are cross-origin isolated. */
const sharesMemory = () => typeof SharedArrayBuffer === "function" && (inNode || Boolean(globalThis.crossOriginIsolated));

const MOST_THREADS = 64;
const USUAL_THREADS = 16; // default limit: each is a worker with its own compiled code and stack

/** @param {{ base?: string | URL, threads?: number }} [options] */
export async function open(options = {}) {
    const base = new URL(
        options.base ?? "./",
        options.base && !inNode ? (globalThis.location?.href ?? import.meta.url) : import.meta.url,
    );
    const wanted = options.threads ?? Math.min(globalThis.navigator?.hardwareConcurrency ?? 1, USUAL_THREADS);
    if (!Number.isInteger(wanted) || wanted < 1)
        throw new EngineError({ status: "E_USAGE", message: `threads is ${wanted}; it must be a whole number from 1 on.` });
    const threads = sharesMemory() ? Math.min(wanted, MOST_THREADS) : 1;
    return (threads > 1 && (await start(base, threads).catch(() => null))) || start(base, 1);
}

/** An engine with so many threads. */
async function start(base, threads) {
    const engine = new Engine(base, await compile(new URL(threads > 1 ? "alea-threads.wasm" : "alea.wasm", base)), threads);
    try {
        await engine.start();
    } catch (error) {
        engine.close();
        throw error;
    }
    return engine;
}

/** Compiles while it loads, where the server calls the file what it is. */
async function compile(url) {
    if (url.protocol === "file:") {
        const { readFile } = await import("node:fs/promises");
        return WebAssembly.compile(await readFile(url));
    }
    const response = await fetch(url);
    if (!response.ok) throw crashed(`The engine could not be loaded: ${url} answered ${response.status}.`);
    if (response.headers.get("content-type")?.startsWith("application/wasm")) return WebAssembly.compileStreaming(response);
    return WebAssembly.compile(await response.arrayBuffer());
}

/** A worker of the page or of Node, with the same four words for both. */
async function startWorker(url, start) {
    if (inNode) {
        const { Worker } = await import("node:worker_threads");
        const worker = new Worker(url, { workerData: { alea: start } });
        return {
            post: (message) => worker.postMessage(message),
            listen(received, failed) {
                worker.on("message", received);
                worker.on("error", (error) => failed(String(error?.message ?? error)));
                worker.on("exit", () => failed("its thread has ended"));
            },
            busy: (is) => (is ? worker.ref() : worker.unref()), // an idle engine does not keep Node running
            end: () => void worker.removeAllListeners("exit").terminate(),
        };
    }
    const worker = new Worker(url, { type: "module" });
    return {
        post: (message) => worker.postMessage(message),
        listen(received, failed) {
            worker.onmessage = (event) => received(event.data);
            worker.onerror = (event) => failed(event.message ?? "its file could not be loaded");
            worker.postMessage({ alea: start });
        },
        busy() {},
        end: () => worker.terminate(),
    };
}

const GRACE = 1000; // milliseconds that a job has to stop by itself
const LOOK = 100; // milliseconds between two looks at the progress of threads
const START = 10_000; // milliseconds that threads have to start: a browser that has too many workers keeps new ones waiting

class Engine {
    #base;
    #wasm;
    #wanted; // threads that it is started with
    #more; // alea-more.wasm, once a worker has compiled it
    #worker = null;
    #stop = null; // Int32Array, where memory can be shared: the number of the job that shall stop
    #shared = null; // the engine with threads shares its memory: the bytes that threads/web_shared.c has
    #jobs = []; // the first is being handled
    #running = false;
    #last = 0;
    #games = new Map(); // games that are open: how to open them again in another worker
    #closed = false;
    #failed = null; // why no worker could be started anew

    constructor(base, wasm, threads) {
        this.#base = base;
        this.#wasm = wasm;
        this.#wanted = this.threads = threads;
    }

    async start() {
        const flag = this.#wanted === 1 && sharesMemory() ? new SharedArrayBuffer(4) : null;
        this.#stop = flag && new Int32Array(flag);
        this.#shared = null;
        const worker = await startWorker(new URL("alea-worker.mjs", this.#base), {
            wasm: this.#wasm,
            threads: this.#wanted,
            more: this.#more,
            stop: flag,
        });
        this.#worker = worker;
        let timer,
            started = false;
        await new Promise((ready, failed) => {
            if (this.#wanted > 1)
                timer = setTimeout(() => failed(crashed("The engine could not be started: its threads do not start.")), START);
            worker.listen(
                (message) => {
                    if (message.ready) {
                        if (message.shared) this.#share(message.shared);
                        ready();
                    } else if (message.more) this.#more = message.more;
                    else if (message.failed) failed(crashed(`The engine could not be started: ${message.failed}.`));
                    else if (worker === this.#worker) this.#received(message);
                },
                (why) => {
                    failed(crashed(`The engine could not be started: ${why}.`)); // no more than that, until it has started
                    if (started && worker === this.#worker && this.#running) this.#restart(crashed(`The engine failed: ${why}.`));
                },
            );
        }).finally(() => clearTimeout(timer));
        started = true;
        worker.busy(this.#running);
    }

    /** From now on the engine's memory tells progress, and is told to stop. */
    #share({ memory, at }) {
        this.#stop = new Int32Array(memory, at, 4);
        this.threads = this.#stop[3]; // that have started
        this.#shared = { memory, at, version: 0 };
    }

    /** Reports progress that threads have written since the last look. */
    #look(job) {
        const { memory, at, version } = this.#shared;
        const now = Atomics.load(this.#stop, 2);
        if (now === version || now % 2 !== 0 || job.signal?.aborted) return;
        const [done, total] = new Float64Array(memory, at + 16, 2);
        const unit = new TextDecoder().decode(new Uint8Array(memory, at + 32, 32).slice()).replace(/\0.*/s, "");
        if (Atomics.load(this.#stop, 2) !== now) return;
        this.#shared.version = now;
        job.progress({ done, total, unit });
    }

    call(request, options = {}) {
        return new Promise((resolve, reject) => {
            const { signal, progress, keep } = options;
            if (this.#closed) throw crashed("The engine is closed.");
            if (this.#failed) throw this.#failed;
            if (signal?.aborted) throw signal.reason;
            const job = { id: (this.#last = (this.#last % 0x3fffffff) + 1), request, progress, keep, signal, resolve, reject };
            job.abort = () => this.#abort(job);
            signal?.addEventListener("abort", job.abort, { once: true });
            this.#jobs.push(job);
            this.#next();
        });
    }

    close() {
        this.#closed = true;
        this.#worker?.end();
        this.#worker = null;
        for (const job of this.#jobs.splice(0)) this.#settle(job, "reject", crashed("The engine was closed."));
    }

    #settle(job, how, value) {
        clearTimeout(job.timer);
        clearInterval(job.looks);
        job.signal?.removeEventListener("abort", job.abort);
        job[how](value);
    }

    #next() {
        if (this.#running || this.#jobs.length === 0 || !this.#worker) return;
        const job = this.#jobs[0];
        this.#running = true;
        this.#worker.busy(true);
        if (this.#shared && job.progress) {
            this.#shared.version = Atomics.load(this.#stop, 2);
            job.looks = setInterval(() => this.#look(job), LOOK);
        }
        try {
            this.#worker.post({ id: job.id, request: job.request, progress: Boolean(job.progress) });
        } catch (error) {
            this.#finish(job, "reject", error); // something in the request cannot be copied
        }
    }

    #finish(job, how, value) {
        this.#jobs.shift();
        this.#running = false;
        this.#worker?.busy(false);
        this.#settle(job, how, value);
        this.#next();
    }

    #received(message) {
        const job = this.#jobs[0];
        if (!job || message.id !== job.id) return;
        if (message.progress) {
            if (!job.signal?.aborted) job.progress?.(message.progress);
        } else if (message.crashed) this.#restart(crashed(`The engine failed and was started anew: ${message.error.message}.`));
        else if (message.error)
            this.#finish(job, "reject", job.signal?.aborted ? job.signal.reason : new EngineError(message.error));
        else if (job.signal?.aborted && !job.keep) this.#finish(job, "reject", job.signal.reason);
        else {
            this.#remember(job.request, message.answer);
            this.#finish(job, "resolve", message.answer);
        }
    }

    #abort(job) {
        const at = this.#jobs.indexOf(job);
        if (at > 0 || !this.#running) {
            this.#jobs.splice(at, 1);
            this.#settle(job, "reject", job.signal.reason);
        } else if (this.#stop) {
            Atomics.store(this.#stop, 0, job.id);
            job.timer = setTimeout(() => this.#restart(job.signal.reason), GRACE);
        } else this.#restart(job.signal.reason);
    }

    /** Ends the worker with the job that it is at, and takes a new one, in which the open games are opened again. */
    async #restart(reason) {
        const job = this.#jobs.shift();
        this.#worker?.end();
        this.#worker = null;
        if (job) this.#settle(job, "reject", reason);
        try {
            await this.start();
            if (this.#closed) return void this.#worker?.end();
            this.#running = false;
            const again = [...this.#games.values()].map((restore) => this.#again(restore));
            this.#jobs.unshift(...again);
            this.#next();
        } catch (error) {
            this.#failed = error;
            this.#worker?.end();
            this.#worker = null;
            for (const left of this.#jobs.splice(0)) this.#settle(left, "reject", error);
        }
    }

    #again(restore) {
        return { id: (this.#last = (this.#last % 0x3fffffff) + 1), request: restore, resolve() {}, reject() {} };
    }

    /** Keeps the record of each open game, from which it can be opened again. */
    #remember(request, answer) {
        if (typeof request.do !== "string" || !request.do.startsWith("play.")) return;
        if (request.do === "play.close") this.#games.delete(request.id);
        else if (answer.record !== undefined) {
            const { game, rules, files, for: objective, coach } = this.#games.get(answer.id) ?? request;
            this.#games.set(answer.id, {
                do: "play.restore",
                id: answer.id,
                record: answer.record,
                game,
                rules,
                files,
                for: objective,
                coach,
            });
        }
    }
}
