// The only script of a bot's frame: it starts the bot's worker and passes messages on. The frame is sandboxed, so its origin is
// unique; its policy allows no connection and no other script (vite.config.ts).
import { longest, readReport, type Order, type Program } from "./protocol.ts";

declare const workerScript: string;

/** The worker's script. A program in JavaScript comes first, so that its lines keep their numbers. */
function scriptOf(program: Program): string[] {
    if (program.kind === "wasm") return [workerScript];
    const names = ["decide", "should_roll", "final_strategy"];
    const ending = names.map((name) => `${name}: typeof ${name} === "undefined" ? undefined : ${name}`).join();
    return ["function aleaBot() { 'use strict'; ", String(program.source), `\n;return { ${ending} }; }\n`, workerScript];
}

function startWorker(program: Program, port: MessagePort): Worker {
    const address = URL.createObjectURL(new Blob(scriptOf(program), { type: "text/javascript" }));
    const worker = new Worker(address);
    const lines = program.kind === "wasm" ? 0 : String(program.source).trimEnd().split("\n").length;
    const end = (failed: string, line: number): void => {
        worker.terminate();
        port.postMessage({ failed: failed.slice(0, longest), line });
    };
    worker.onmessage = (event) => {
        const report = readReport(event.data);
        if (report) port.postMessage(report);
        else end("It sent a message that is no answer.", 0);
    };
    worker.onerror = (event) => {
        event.preventDefault();
        end(event.message.replace(/^Uncaught /, "") || "Its worker could not be started.", Math.min(event.lineno || 0, lines)); // what lacks its end fails after it
    };
    worker.postMessage({ start: program.kind === "wasm" ? program : { kind: "js", source: "" }, lines } satisfies Order);
    return worker;
}

function serve(port: MessagePort): void {
    let worker: Worker | undefined;
    port.onmessage = (event: MessageEvent<Order>) => {
        if ("start" in event.data) worker ??= startWorker(event.data.start, port);
        else worker?.postMessage(event.data);
    };
}

// The first message of the page brings the port, which is the only way to communicate with this frame.
function take(event: MessageEvent): void {
    const port = event.ports[0];
    if (event.source !== window.parent || !port) return;
    removeEventListener("message", take);
    serve(port);
}
addEventListener("message", take);
