// What the tests of the page share: the site as any static host would serve it, Chromium, and the checks that hold on every view.
// ALEA_SITE is the folder of the site (build/web), CHROMIUM the browser, ALEA the native program.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join, normalize } from "node:path";
import { after, afterEach, before } from "node:test";
import { fileURLToPath } from "node:url";
import assert from "node:assert/strict";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";

const top = fileURLToPath(new URL("../../", import.meta.url));
const site = process.env["ALEA_SITE"] ?? join(top, "build/web");
const alea = process.env["ALEA"] ?? join(top, "build/alea");
const pictures = process.env["ALEA_PICTURES"];

export const program =
    process.env["CHROMIUM"] ?? ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(existsSync);
if (!program || !existsSync(program)) {
    console.log("skipped: Chromium is missing; on Debian: apt install chromium");
    process.exit(77);
}

const types: Record<string, string> = {
    ".html": "text/html",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".wasm": "application/wasm",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
};

export interface Host {
    address: string;
    stop(): Promise<void>;
}

/** Serves the site from a folder below the root, as project pages are; without any header that a plain host would not send. */
export async function serve(): Promise<Host> {
    const server: Server = createServer((request, response) => {
        const path = normalize(decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname));
        const file = path.startsWith("/lab/") ? join(site, path.slice(4), path.endsWith("/") ? "index.html" : "") : "";
        if (!file || !existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
        response.writeHead(200, { "content-type": types[extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    server.unref(); // a test that fails does not keep the program running
    const stop = (): Promise<void> =>
        new Promise((resolve) => {
            server.closeAllConnections();
            server.close(() => resolve());
        });
    return { address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/lab/`, stop };
}

export async function launch(): Promise<Browser> {
    return chromium.launch({ executablePath: program, args: ["--no-sandbox", "--disable-gpu"] });
}

/** A fresh visitor. Whatever the page complains about, and whatever it asks of another host, fails the test at the end. */
export class Visitor {
    readonly context: BrowserContext;
    readonly page: Page;
    readonly complaints: string[] = [];
    readonly address: string;
    static readonly #here = new Set<Visitor>();

    private constructor(context: BrowserContext, page: Page, address: string) {
        this.context = context;
        this.page = page;
        this.address = address;
        page.on("console", (message) => {
            if (message.type() === "error" || message.type() === "warning") this.complaints.push(message.text());
        });
        page.on("pageerror", (error) => this.complaints.push(String(error)));
        page.on("request", (request) => {
            const url = request.url();
            if (!url.startsWith(address) && !/^(data|blob):/.test(url)) this.complaints.push(`a request to ${url}`);
        });
    }

    static async come(browser: Browser, address: string, options: BrowserContextOptions = {}): Promise<Visitor> {
        const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, reducedMotion: "reduce", ...options });
        context.setDefaultTimeout(60_000);
        const visitor = new Visitor(context, await context.newPage(), address);
        Visitor.#here.add(visitor);
        return visitor;
    }

    /** Closes the visitors that a failed test left open, and prints the last page of each. */
    static async sendHome(): Promise<void> {
        for (const visitor of Visitor.#here) {
            const seen = await visitor.page
                .locator("body")
                .innerText({ timeout: 5000 })
                .catch((error: unknown) => String(error));
            console.log(`${visitor.page.url()} showed:\n${seen}\n${visitor.complaints.join("\n")}`);
            await visitor.context.close();
        }
        Visitor.#here.clear();
    }

    async open(route = ""): Promise<void> {
        await this.page.goto(this.address + route);
    }

    async leave(): Promise<void> {
        Visitor.#here.delete(this);
        await this.context.close();
        assert.deepEqual(this.complaints, []);
    }

    /** Presses a key that shows something new. The focus is in it from the first, so that the next key may follow at once. */
    async pressToFocus(key: string, selector: string): Promise<void> {
        await this.page.evaluate((wanted) => {
            const observer = new MutationObserver(() => {
                const found = document.querySelector(wanted);
                if (!found) return;
                observer.disconnect();
                Object.assign(globalThis, { hadFocus: found.contains(document.activeElement) });
            });
            Object.assign(globalThis, { hadFocus: undefined });
            observer.observe(document.body, { subtree: true, childList: true });
        }, selector);
        await this.page.keyboard.press(key);
        await this.page.locator(selector).waitFor();
        const hadFocus = await this.page.evaluate(() => (globalThis as unknown as { hadFocus: boolean | undefined }).hadFocus);
        assert.equal(hadFocus, true, `${selector} was shown without the focus`);
    }

    /** axe finds nothing, and nothing is wider than the window. */
    async inspect(name: string): Promise<void> {
        const source = readFileSync(fileURLToPath(import.meta.resolve("axe-core/axe.min.js")), "utf8");
        await this.page.evaluate(source);
        const found = await this.page.evaluate(async () => {
            const axe = (
                globalThis as unknown as {
                    axe: {
                        run(
                            options: object,
                        ): Promise<{ violations: { id: string; nodes: { html: string; failureSummary?: string }[] }[] }>;
                    };
                }
            ).axe;
            const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
            const { violations } = await axe.run({ runOnly: tags });
            return violations.flatMap((v) =>
                v.nodes.map((node) => `${v.id}: ${node.html.slice(0, 200)} ${node.failureSummary ?? ""}`),
            );
        });
        assert.deepEqual(found, [], `axe on ${name}`);
        const width = await this.page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
        assert.ok(width[0]! <= width[1]!, `${name} is ${width[0]} pixels wide in a window of ${width[1]}`);
        if (pictures) await this.page.screenshot({ path: join(pictures, `${name}.png`), fullPage: true });
    }
}

/** The environment of a file of tests: Chromium, the site on a host, an empty folder, and the native program, which runs in
 *  that folder. */
export class Lab {
    browser!: Browser;
    host!: Host;
    folder!: string;

    async open(): Promise<void> {
        this.host = await serve();
        this.browser = await launch();
        this.folder = mkdtempSync(join(tmpdir(), "alea-web-"));
    }

    async close(): Promise<void> {
        await this.browser.close();
        await this.host.stop();
        rmSync(this.folder, { recursive: true, force: true });
    }

    visit(options: BrowserContextOptions = {}): Promise<Visitor> {
        return Visitor.come(this.browser, this.host.address, options);
    }

    /** Returns the output of the program. */
    native(...words: string[]): string {
        return this.nativeTyping("", ...words);
    }

    /** The native program's output for the typed `input`. */
    nativeTyping(input: string, ...words: string[]): string {
        const env = { ...process.env, XDG_DATA_HOME: this.folder, XDG_CACHE_HOME: this.folder };
        return execFileSync(alea, words, { cwd: this.folder, encoding: "utf8", env, input });
    }

    /** Returns the output of the program with --json. */
    json<T = Record<string, any>>(...words: string[]): T {
        return JSON.parse(this.native(...words, "--json")) as T;
    }
}

/** A lab for all tests of a file, open from the first to the last. */
export function openLab(): Lab {
    const lab = new Lab();
    before(() => lab.open());
    afterEach(() => Visitor.sendHome());
    after(() => lab.close());
    return lab;
}
