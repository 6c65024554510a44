// What a first visitor stumbled over: on a phone, with the keyboard alone, with the back button, and among the views.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { Browser, Page } from "playwright-core";
import { text } from "../text/en.ts";
import { launch, serve, Visitor } from "./site.ts";
import { asked, begin, choose } from "./table.ts";

let browser: Browser;
let host: Awaited<ReturnType<typeof serve>>;

before(async () => {
    host = await serve();
    browser = await launch();
});
after(async () => {
    await browser.close();
    await host.stop();
});

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const annAndBot = [{ kind: "person", name: "Ann" }, { kind: "bot", bot: "hold(20)" }];

/** What has the focus, in its own words. */
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? "");

/** At the table, before Ann's first decision: a 6 lies there, and to hold is a blunder. */
async function firstDecision(page: Page): Promise<void> {
    await choose(page, { game: "Pig", parameters: { goal: "20" }, seats: annAndBot, coach: "warn", seed: "5", order: "given" });
    await begin(page);
    await page.getByRole("button", { name: text.play.roll }).click();
    await page.getByRole("img", { name: "The die shows 6" }).waitFor();
    await asked(page);
}

/** Whether all of it is within the window. */
async function inSight(page: Page, selector: string): Promise<boolean> {
    const box = await page.locator(selector).boundingBox();
    const { height } = page.viewportSize()!;
    return box !== null && box.y >= 0 && box.y + box.height <= height;
}

test("on a phone, what is best stands on the moves, in sight", async () => {
    const visitor = await Visitor.come(browser, host.address, phone);
    const { page } = visitor;
    await visitor.open();
    await firstDecision(page);
    const moves = page.locator(".actions .moves");
    assert.doesNotMatch(await moves.innerText(), /best/);
    await page.getByRole("button", { name: text.play.hint }).tap();
    await moves.getByText(text.play.best).waitFor();
    assert.match(await moves.innerText(), /hold\s+−[\d.]+\s%\s+roll\s+best/);
    assert.ok(await inSight(page, ".actions .moves"));
    await visitor.leave();
});

test("on a phone, all numbers of dice are in sight", async () => {
    const visitor = await Visitor.come(browser, host.address, phone);
    const { page } = visitor;
    await visitor.open();
    await choose(page, { game: "Hog", seats: [{ kind: "person" }, { kind: "bot", bot: "always(6)" }], coach: "show", seed: "3" });
    await begin(page);
    await asked(page);
    await page.locator(".actions .moves").getByText(text.play.best).waitFor();
    assert.ok(await inSight(page, ".actions .moves"));
    await visitor.inspect("play-hog-360-light");
    await visitor.leave();
});

test("the coach does not tell what is best while he only looks for blunders", async () => {
    const visitor = await Visitor.come(browser, host.address);
    const { page } = visitor;
    await visitor.open();
    await firstDecision(page);
    await page.keyboard.press("h");
    await page.getByRole("alertdialog").waitFor();
    assert.equal(await page.locator(".worth").count(), 0);
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").waitFor({ state: "detached" });
    assert.equal(await page.locator(".worth").count(), 0);
    assert.match(await focused(page), /^(hold|roll)/);
    await page.getByRole("button", { name: text.play.hint }).click();
    await page.locator(".worth").waitFor();
    await visitor.leave();
});

test("with the keyboard alone, Enter goes on from the form to the first roll", async () => {
    const visitor = await Visitor.come(browser, host.address);
    const { page } = visitor;
    await visitor.open();
    await choose(page, { game: "Pig", seats: annAndBot, seed: "5", order: "given" });
    await page.getByRole("button", { name: text.play.begin, exact: true }).press("Enter");
    await page.locator(".table").waitFor();
    await page.waitForFunction((roll) => document.activeElement?.textContent === roll, text.play.roll);
    await page.keyboard.press("Enter");
    await page.getByRole("img", { name: /The die shows/ }).waitFor();
    await visitor.leave();
});

test("what takes a while says so", async () => {
    const visitor = await Visitor.come(browser, host.address);
    const { page } = visitor;
    await visitor.open();
    await choose(page, { game: "Despirala", seats: [{ kind: "person" }, { kind: "perfect" }], coach: "show", seed: "3", order: "given" });
    await begin(page);
    await page.getByRole("button", { name: text.play.roll }).click(); // the coach solves the game first
    await page.getByText(text.play.working).waitFor();
    await asked(page);
    await page.getByText(text.play.working).waitFor({ state: "detached" });
    await visitor.leave();
});

test("the back button leaves the table, and forward or another load goes on with the game", async () => {
    const visitor = await Visitor.come(browser, host.address, phone);
    const { page } = visitor;
    await visitor.open();
    await firstDecision(page);
    await page.goBack();
    await page.getByText(text.play.replaced("Pig")).waitFor();
    assert.equal(await page.locator(".table").count(), 0);
    await page.goForward();
    await page.getByRole("img", { name: "The die shows 6" }).waitFor();
    await page.reload();
    await page.getByRole("img", { name: "The die shows 6" }).waitFor();
    await page.getByRole("navigation").getByRole("link", { name: text.nav.play }).tap();
    await page.getByRole("button", { name: text.play.discard }).tap();
    await page.getByText(text.play.unfinished).waitFor({ state: "detached" });
    await page.goBack(); // to a table at which no game is left
    await page.waitForURL(/#\/play$/);
    await page.getByLabel(text.play.game, { exact: true }).waitFor();
    await visitor.leave();
});
