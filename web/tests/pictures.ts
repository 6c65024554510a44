// The pictures of the page in the manual, or only those of some names: tools/web-page node tests/pictures.ts FOLDER [NAME…]
import { join, resolve } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { text } from "../text/en.ts";
import { launch, serve, Visitor } from "./site.ts";
import { asked, begin, choose, insist, playOn } from "./table.ts";

const folder = resolve(process.argv[2] ?? "../docs/lab");
const only = process.argv.slice(3);
const wide: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const narrow: BrowserContextOptions = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/** One and the same game every time: by seed, against a bot without chance. */
async function sit(page: Page, game: string, parameters: Record<string, string>): Promise<void> {
    const seats = [{ kind: "person", name: "Ann" }, game === "Pig" ? { kind: "bot", bot: "hold(20)" } : { kind: "perfect" }];
    await choose(page, { game, parameters, seats, coach: "show", seed: "6", order: "given" });
    await begin(page);
    await asked(page);
}

async function table(page: Page): Promise<void> {
    await sit(page, "Despirala", {});
    await page.getByRole("button", { name: text.play.roll }).click();
    await page.locator(".worth").waitFor();
}

async function review(page: Page): Promise<void> {
    await sit(page, "Pig", { goal: "50" });
    let rolls = 0;
    await playOn(page, (names) => (++rolls % 4 ? Math.max(names.indexOf("roll"), 0) : Math.max(names.indexOf("hold"), 0)), insist);
    await page.getByText(text.review.kept).waitFor();
    await page.getByRole("heading", { name: text.review.title }).evaluate((heading) => heading.scrollIntoView());
}

const isNarrow = (page: Page): boolean => (page.viewportSize()?.width ?? 0) < 600;

async function rules(page: Page): Promise<void> {
    await page.getByRole("link", { name: text.nav.rules }).click();
    const map = page.getByRole("img", { name: text.rules.mapLabel });
    await map.waitFor();
    if (isNarrow(page)) await map.scrollIntoViewIfNeeded();
}

/** A policy compared with best play, and its price. */
async function explore(page: Page): Promise<void> {
    await page.goto(`${page.url().replace(/#.*/s, "")}#/explore/pig?with=hold(25)&own=41&other=49`);
    await page.getByText(text.explore.priceTitle("hold(25)")).waitFor();
    await page.waitForFunction(() => !document.querySelector(".working, [aria-busy=true]"));
    if (isNarrow(page)) await page.locator(".chart").scrollIntoViewIfNeeded();
}

/** Built-in bots and two that are written in the page. */
async function arena(page: Page): Promise<void> {
    await page.getByRole("link", { name: text.nav.arena }).click();
    await page.getByRole("button", { name: text.arena.write }).click();
    const chaser =
        "function decide(view) {\n    const wanted = view.others[0] > 75 ? 30 : 22;\n    return view.turn < wanted && view.total < view.goal;\n}\n";
    await page.getByLabel(text.arena.edit(text.arena.own)).fill(chaser);
    const greedy = "return function(view) return view.total < view.goal and (view.turn < 25 or view.others[1] > 90) end\n";
    await page
        .locator("input[type=file]")
        .setInputFiles({ name: "greedy.lua", mimeType: "text/plain", buffer: Buffer.from(greedy) });
    await page.getByRole("button", { name: text.arena.start, exact: true }).click();
    await page.getByText(/^Finished/).waitFor({ timeout: 600_000 });
    await page.getByRole("heading", { name: text.arena.standings }).evaluate((heading) => heading.scrollIntoView());
}

async function contest(page: Page): Promise<void> {
    await page.getByRole("link", { name: text.nav.contest }).click();
    const chaser =
        "function final_strategy(score, opponent) {\n    if (score % 10 < 3) return 0;\n    return opponent > score + 20 ? 7 : 5;\n}\n";
    await page.getByRole("button", { name: text.arena.write }).click();
    await page.getByLabel(text.arena.edit(text.arena.own)).fill(chaser);
    await page.getByRole("button", { name: text.contest.hold }).click();
    await page.getByLabel(text.contest.strategy, { exact: true }).selectOption(text.arena.own);
    await page.waitForFunction(() => !document.querySelector(".working"));
    await page.getByRole("heading", { name: text.contest.ranking }).evaluate((heading) => heading.scrollIntoView());
}

async function photograph(
    browser: Browser,
    address: string,
    name: string,
    act: (page: Page) => Promise<void>,
    options: BrowserContextOptions,
): Promise<void> {
    if (only.length && !only.includes(name)) return;
    const visitor = await Visitor.come(browser, address, options);
    await visitor.open();
    await visitor.page.getByLabel(text.play.game, { exact: true }).waitFor();
    await act(visitor.page);
    await visitor.page.screenshot({ path: join(folder, `${name}.png`) });
    await visitor.leave();
}

const host = await serve();
const browser = await launch();
await photograph(browser, host.address, "table-1280", table, { ...wide, colorScheme: "light" });
await photograph(browser, host.address, "table-360", table, { ...narrow, colorScheme: "dark" });
await photograph(browser, host.address, "review-1280", review, { ...wide, colorScheme: "dark" });
await photograph(browser, host.address, "review-360", review, { ...narrow, colorScheme: "light" });
await photograph(browser, host.address, "rules-1280", rules, {
    ...wide,
    viewport: { width: 1280, height: 1330 },
    colorScheme: "light",
});
await photograph(browser, host.address, "rules-360", rules, { ...narrow, colorScheme: "dark" });
await photograph(browser, host.address, "explore-1280", explore, {
    ...wide,
    viewport: { width: 1280, height: 1230 },
    colorScheme: "light",
});
await photograph(browser, host.address, "explore-360", explore, { ...narrow, colorScheme: "dark" });
await photograph(browser, host.address, "arena-1280", arena, {
    ...wide,
    viewport: { width: 1280, height: 1000 },
    colorScheme: "dark",
});
await photograph(browser, host.address, "arena-360", arena, { ...narrow, colorScheme: "light" });
await photograph(browser, host.address, "contest-1280", contest, { ...wide, colorScheme: "light" });
await photograph(browser, host.address, "contest-360", contest, { ...narrow, colorScheme: "dark" });
await browser.close();
await host.stop();
