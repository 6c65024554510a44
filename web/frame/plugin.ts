// Part of the build: makes a bot's frame as a text.
import { createHash } from "node:crypto";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "vite";

/** A script of this folder with all that it imports, as text. */
async function scriptText(name: string, define: Record<string, string>): Promise<string> {
    const entry = fileURLToPath(new URL(`./${name}`, import.meta.url));
    const lib = { entry, formats: ["iife" as const], name: "alea", fileName: "script" };
    const made = await build({
        configFile: false,
        publicDir: false,
        logLevel: "warn",
        define,
        build: { write: false, target: "es2023", lib },
    });
    const output = [made].flat()[0];
    const chunk = output && "output" in output ? output.output[0] : undefined;
    if (chunk?.type !== "chunk") throw new Error(`${name} was not bundled`);
    return chunk.code;
}

/** The frame of a bot as a text, for `srcdoc`: so it needs no request, and works offline. Such a frame has the policy of the page
 *  and its own, which is stricter; the page's must therefore allow the frame's script, by its hash, and workers from blobs.
 *  `virtual:frame` exports the frame for programs in JavaScript, and that for WebAssembly, which alone may compile. */
export function frame(): Plugin {
    const id = "\0virtual:frame";
    let script = "";
    const hash = (): string => `'sha256-${createHash("sha256").update(script).digest("base64")}'`;
    const page = (compiles: boolean): string =>
        `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; ` +
        `script-src ${hash()}${compiles ? " 'wasm-unsafe-eval'" : ""}; worker-src blob:; connect-src 'none'"><title>A bot</title>` +
        `<script>${script}</script></head></html>`;
    return {
        name: "alea-frame",
        async buildStart() {
            const worker = await scriptText("bot-worker.ts", {});
            script = (await scriptText("frame.ts", { workerScript: JSON.stringify(worker) })).replaceAll("</script", "<\\/script");
        },
        resolveId: (name) => (name === "virtual:frame" ? id : undefined),
        load: (name) =>
            name === id ? `export const frames = ${JSON.stringify({ js: page(false), wasm: page(true) })}` : undefined,
        transformIndexHtml: (html) => html.replace("script-src 'self'", `script-src 'self' ${hash()}`),
    };
}
