// The page as a static site in build/web, beside the engine (alea.mjs, alea.wasm), which `make web` puts there first.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vite";
import { frame } from "./frame/plugin.ts";
import { text } from "./text/en.ts";

const site = process.env["ALEA_SITE"] ?? fileURLToPath(new URL("../build/web", import.meta.url));

/** All files of a folder, as paths with slashes, sorted. */
function files(folder: string): string[] {
    const found = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    return found.map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/")).sort();
}

/** Writes the service worker with the list of everything that works offline, and a name for exactly these contents, the engine
 *  with threads apart. */
function offline(): Plugin {
    return {
        name: "alea-offline",
        apply: "build",
        buildStart() {
            rmSync(join(site, "assets"), { recursive: true, force: true });
        },
        closeBundle() {
            const hash = createHash("sha256"),
                isThreaded = (name: string): boolean => name.startsWith("alea-threads");
            const list = files(site).filter((name) => !/^service-worker\.js$|^_headers$|\.map$/.test(name));
            for (const name of list)
                hash.update(name)
                    .update("\0")
                    .update(readFileSync(join(site, name)));
            const source = readFileSync(new URL("./page/service-worker.js", import.meta.url), "utf8");
            const text = source
                .replace("__VERSION__", JSON.stringify(hash.digest("hex").slice(0, 16)))
                .replace("__FILES__", JSON.stringify(list.filter((name) => !isThreaded(name))))
                .replace("__THREADED__", JSON.stringify(list.filter(isThreaded)));
            writeFileSync(join(site, "service-worker.js"), text);
        },
    };
}

/** Makes the browser fetch the engine, by far the largest file, before the script that requests it has loaded, but after the
 *  text that can be read in the meantime. */
function engineFirst(): Plugin {
    const links =
        '<link rel="preload" href="./alea.wasm" as="fetch" crossorigin fetchpriority="low">\n<link rel="modulepreload" href="./alea.mjs">\n';
    return {
        name: "alea-engine-first",
        apply: "build",
        transformIndexHtml: { order: "post", handler: (html) => html.replace("</head>", `${links}</head>`) },
    };
}

/** The text that is shown until the scripts have loaded. */
function splash(): Plugin {
    const html = `<header class="top"><span class="brand"><img src="./icon.svg" alt="" width="28" height="28"> alea</span></header><main><p>${text.shell.splash}</p></main>`;
    return {
        name: "alea-splash",
        transformIndexHtml: (page) => page.replace('<div id="page"></div>', `<div id="page">${html}</div>`),
    };
}

export default defineConfig({
    root: fileURLToPath(new URL(".", import.meta.url)),
    base: "./",
    plugins: [frame(), splash(), engineFirst(), offline()],
    build: {
        outDir: site,
        emptyOutDir: false,
        target: "es2023",
        assetsInlineLimit: 0,
        modulePreload: { polyfill: false },
        reportCompressedSize: false,
    },
});
