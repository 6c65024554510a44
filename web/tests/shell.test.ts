import assert from "node:assert/strict";
import { test } from "node:test";
import { brotliCompressSync, constants } from "node:zlib";
import type { Page } from "playwright-core";
import { text } from "../text/en.ts";
import { openLab, serve, Visitor } from "./site.ts";
import { asked, begin, choose } from "./table.ts";

const lab = openLab();

test("every view passes axe and fits, at 360 and 1280 pixels, light and dark", async () => {
    for (const [width, height] of [
        [360, 740],
        [1280, 900],
    ] as const) {
        for (const colorScheme of ["light", "dark"] as const) {
            const visitor = await lab.visit({ viewport: { width, height }, colorScheme });
            for (const view of ["play", "notebook", "rules"] as const) {
                await visitor.open(`#/${view}`);
                await visitor.page.getByRole("heading", { level: 1, name: text.nav[view] }).waitFor();
                if (view === "play") await visitor.page.getByLabel(text.play.game, { exact: true }).waitFor();
                if (view === "rules") await visitor.page.getByText(text.rules.states).waitFor();
                await visitor.inspect(`${view}-${width}-${colorScheme}`);
            }
            await visitor.leave();
        }
    }
});

test("the colours can be chosen, and stay chosen", async () => {
    const visitor = await lab.visit({ colorScheme: "light" });
    const { page } = visitor;
    const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await visitor.open();
    assert.equal(await ground(), "rgb(255, 255, 255)");
    await page.getByLabel(text.shell.theme).selectOption("dark");
    assert.equal(await ground(), "rgb(23, 24, 27)");
    await page.reload();
    await page.getByLabel(text.shell.theme).waitFor();
    assert.equal(await ground(), "rgb(23, 24, 27)");
    await visitor.leave();
});

test("a change of view shows its top, also after a long one, and the focus is there", async () => {
    for (const viewport of [
        { width: 360, height: 740 },
        { width: 1280, height: 900 },
    ]) {
        const visitor = await lab.visit({ viewport });
        const { page } = visitor;
        await visitor.open();
        await page.getByLabel(text.play.game, { exact: true }).waitFor();
        for (const view of [text.nav.contest, text.nav.arena, text.explore.title, text.nav.play, text.nav.notebook]) {
            await page.getByRole("navigation").getByRole("link", { name: view }).click();
            await page.getByRole("heading", { level: 1, name: view }).waitFor();
            assert.deepEqual(
                await page.evaluate(() => [scrollY, document.activeElement?.tagName]),
                [0, "MAIN"],
                `${view} at ${viewport.width}`,
            );
            await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
        }
        await visitor.leave();
    }
});

/** Records the page's title and the focused element at the moment a view appears. Call the result after the action that shows
 *  the view. */
async function whenShown(page: Page, view: string): Promise<() => Promise<unknown>> {
    const moment = await page.evaluateHandle((view) => {
        const moment = { seen: Promise.resolve<unknown>(null) };
        moment.seen = new Promise((resolve) => {
            new MutationObserver((_, observer) => {
                if (document.querySelector("h1")?.textContent !== view) return;
                observer.disconnect();
                resolve([document.title, document.activeElement?.tagName]);
            }).observe(document.body, { subtree: true, childList: true, characterData: true });
        });
        return moment;
    }, view);
    return () => moment.evaluate((moment) => moment.seen);
}

test("the keyboard reaches the content and every view", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open();
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), text.shell.skip);
    await page.keyboard.press("Enter");
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "MAIN");
    for (const view of [text.nav.notebook, text.nav.rules, text.nav.play]) {
        const link = page.getByRole("navigation").getByRole("link", { name: view });
        await link.focus();
        const shown = await whenShown(page, view);
        await page.keyboard.press("Enter");
        assert.deepEqual(await shown(), [text.shell.title(view), "MAIN"], "title and focus come with the view");
        assert.equal(await link.getAttribute("aria-current"), "page");
    }
    await visitor.leave();
});

/** Sizes of all files that this visitor gets, as brotli sends them. */
function weigh(visitor: Visitor): () => Promise<Map<string, number>> {
    const bodies: Promise<[string, Buffer]>[] = [];
    const level = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
    visitor.page.on("response", (response) => {
        if (response.ok()) bodies.push(response.body().then((body) => [response.url(), body]));
    });
    return async () => new Map((await Promise.all(bodies)).map(([url, body]) => [url, brotliCompressSync(body, level).length]));
}

/** From an empty address bar to the first roll. */
async function rollFirst(visitor: Visitor, coach: "off" | "warn"): Promise<void> {
    const { page } = visitor;
    await visitor.open();
    await choose(page, { game: "Pig", coach, order: "given" });
    await begin(page);
    await page.getByRole("button", { name: text.play.roll }).click();
    await page.getByRole("img", { name: /The die shows/ }).waitFor();
}

for (const coach of ["off", "warn"] as const)
    test(`the first visit, up to the first roll, is below 450 kB; coach: ${coach}`, async () => {
        const visitor = await lab.visit();
        const weighed = weigh(visitor);
        await rollFirst(visitor, coach);
        const sizes = await weighed();
        const total = [...sizes.values()].reduce((sum, size) => sum + size, 0);
        const engine = [...sizes].filter(([url]) => /alea[^/]*$/.test(url)).reduce((sum, [, size]) => sum + size, 0);
        console.log(`first visit to the first roll: ${total} bytes in ${sizes.size} files, ${engine} of them the engine`);
        assert.ok(engine > 100_000 && total - engine < 40_000, JSON.stringify([...sizes]));
        assert.ok(total < 450_000, `${total} bytes: ${JSON.stringify([...sizes])}`);
        await visitor.leave();
    });

test("an address that changes as soon as the page is there is followed", async () => {
    const visitor = await lab.visit(),
        { page } = visitor;
    await page.addInitScript(() => {
        const there = new MutationObserver(() => {
            if (!document.querySelector("nav")) return;
            there.disconnect();
            location.hash = "#/rules";
        });
        there.observe(document, { childList: true, subtree: true });
    });
    await visitor.open("#/play");
    await page.getByText(text.rules.states).waitFor({ timeout: 20_000 });
    await visitor.leave();
});

test("the page works offline once it was loaded", async () => {
    const own = await serve();
    const visitor = await Visitor.come(lab.browser, own.address);
    const { page } = visitor;
    await visitor.open();
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null); // it has all files, and serves this page
    await page.goto("about:blank");
    await own.stop(); // the server no longer answers
    await visitor.open();
    await choose(page, { game: "Hog", coach: "warn" });
    await begin(page);
    await asked(page);
    await visitor.open("#/rules"); // needs alea-more.wasm
    await page.getByText(text.rules.states).waitFor();
    await visitor.leave();
});

test("a view prints without its controls", async () => {
    const visitor = await lab.visit({ colorScheme: "dark" });
    const { page } = visitor;
    await visitor.open("#/rules");
    await page.getByText(text.rules.states).waitFor();
    await page.emulateMedia({ media: "print", colorScheme: "light" });
    assert.equal(await page.getByRole("navigation").isVisible(), false);
    assert.ok(await page.locator(".print-only").isVisible());
    assert.ok((await page.pdf()).length > 1000);
    await visitor.leave();
});

test("without its engine the page says so, and tries again", async () => {
    const visitor = await lab.visit({ serviceWorkers: "block" });
    const { page } = visitor;
    await page.route("**/alea.mjs", (route) => route.abort());
    await visitor.open();
    await page.getByText(text.shell.noEngine).waitFor();
    await page.unroute("**/alea.mjs");
    await page.getByRole("button", { name: text.shell.retry }).click();
    await page.getByLabel(text.play.game, { exact: true }).waitFor();
    visitor.complaints.length = 0; // the browser's own about the request that failed
    await visitor.leave();
});
