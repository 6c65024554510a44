import assert from "node:assert/strict";
import { spawn, type ChildProcess } from "node:child_process";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { text } from "../text/en.ts";
import { openLab, Visitor } from "./site.ts";

const lab = openLab();
let server: ChildProcess,
    isolated = "";

before(async () => {
    server = spawn(fileURLToPath(new URL("../../tools/serve-web", import.meta.url)), ["0"], {
        stdio: ["ignore", "pipe", "inherit"],
    });
    isolated = (await new Promise<string>((resolve) => server.stdout!.once("data", (data) => resolve(String(data))))).trim();
});

after(() => server.kill());

const isIsolated = (visitor: Visitor): Promise<boolean> => visitor.page.evaluate(() => globalThis.crossOriginIsolated);

test("a page with the two headers works with threads, and its numbers are the program's", async () => {
    const visitor = await Visitor.come(lab.browser, isolated),
        { page } = visitor;
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
    await visitor.open("#/play");
    await page.getByRole("button", { name: text.play.begin, exact: true }).waitFor();
    assert.ok(await isIsolated(visitor));
    assert.ok(!loaded.includes("/alea-threads.wasm"), "a game does not wait for the engine with threads");

    await visitor.open("#/explore");
    const value = `${(100 * (lab.json("solve", "pig").value as number)).toFixed(7)}\u00a0%`;
    await page.locator(".worth-of-game").getByText(value).waitFor();
    assert.ok(loaded.includes("/alea-threads.wasm"));
    const threads = await page.evaluate(() => navigator.hardwareConcurrency);
    if (threads > 1) assert.ok((await page.locator("footer").innerText()).includes(text.shell.threads(threads)));
    await visitor.leave();
});

test("programs play in their frames on a page with the two headers", async () => {
    const visitor = await Visitor.come(lab.browser, isolated),
        { page } = visitor;
    await visitor.open("#/arena");
    const program = "function decide(view) { return view.turn < 20 && view.total < view.goal ? 'roll' : 'hold'; }";
    await page
        .locator("input[type=file]")
        .setInputFiles({ name: "steady.js", mimeType: "text/javascript", buffer: Buffer.from(program) });
    await page.getByLabel(text.arena.games).selectOption("100");
    await page.getByRole("button", { name: /^Play( again)?$/ }).click();
    await page.getByText(/^Finished: /).waitFor({ timeout: 60_000 });
    const row = page.getByRole("region", { name: text.arena.standings }).getByRole("row").filter({ hasText: "steady" });
    assert.equal(await row.count(), 1);
    assert.doesNotMatch(await row.innerText(), /NaN/);
    await visitor.leave();
});

test("a page without them works with one thread", async () => {
    const visitor = await lab.visit(),
        { page } = visitor;
    const loaded: string[] = [];
    page.on("request", (request) => loaded.push(request.url()));
    await visitor.open("#/explore");
    await page.locator(".worth-of-game b").first().waitFor();
    assert.ok(!(await isIsolated(visitor)));
    assert.ok(!loaded.some((url) => url.includes("alea-threads")));
    assert.ok(!(await page.locator("footer").innerText()).includes("threads"));
    await visitor.leave();
});

test("an isolated page works offline, with its threads", async () => {
    const visitor = await Visitor.come(lab.browser, isolated),
        { page, context } = visitor;
    await visitor.open("#/play");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.reload();
    await visitor.open("#/explore");
    await page.locator(".worth-of-game b").first().waitFor();
    assert.ok(await isIsolated(visitor));
    assert.ok(await page.evaluate(() => caches.match(new URL("alea-threads.wasm", document.baseURI).href).then(Boolean)));
    await visitor.leave();
});
