// The pictures of the page in the manual: tools/web-page node tests/pictures.ts FOLDER
import { join, resolve } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { text } from "../text/en.ts";
import { launch, serve, Visitor } from "./site.ts";
import { asked, begin, choose, insist, playOn } from "./table.ts";

const folder = resolve(process.argv[2] ?? "../docs/lab");
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

async function rules(page: Page): Promise<void> {
    await page.getByRole("link", { name: text.nav.rules }).click();
    const map = page.getByRole("img", { name: text.rules.mapLabel });
    await map.waitFor();
    if ((page.viewportSize()?.width ?? 0) < 600) await map.scrollIntoViewIfNeeded();
}

async function photograph(browser: Browser, address: string, name: string, act: (page: Page) => Promise<void>, options: BrowserContextOptions): Promise<void> {
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
await photograph(browser, host.address, "rules-1280", rules, { ...wide, viewport: { width: 1280, height: 1330 }, colorScheme: "light" });
await photograph(browser, host.address, "rules-360", rules, { ...narrow, colorScheme: "dark" });
await browser.close();
await host.stop();
