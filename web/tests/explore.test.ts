import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { text } from "../text/en.ts";
import { openLab } from "./site.ts";

const lab = openLab();

const percent = (value: number, digits: number): string => `${(100 * value).toFixed(digits)}\u00a0%`;

/** Everything that was asked has been answered. */
async function rest(page: Page): Promise<void> {
    await page.locator(".position-worth b").first().waitFor();
    await page.waitForFunction(() => !document.querySelector(".working") && !document.querySelector("[aria-busy=true]"), null, {
        timeout: 60_000,
    });
}

const map = (page: Page) => page.locator(".chart-area");

/** Waits until the line under the map, the reading beside it, the game's worth or the prices show these words: an answer may not have begun yet. */
const lineShows = (page: Page, words: RegExp) => page.locator(".told-place").filter({ hasText: words }).waitFor();
const readingShows = (page: Page, words: string) => page.locator(".position-worth").filter({ hasText: words }).waitFor();
const worthShows = (page: Page, words: string) => page.locator(".worth-of-game").filter({ hasText: words }).waitFor();
const pricesShow = (page: Page, words: string) => page.locator(".prices").filter({ hasText: words }).waitFor();

/** Colours of the map, each from a cell. */
async function coloursAt(page: Page, places: [number, number][]): Promise<number[][]> {
    return page.evaluate((places) => {
        const canvas = document.querySelector<HTMLCanvasElement>(".chart-area canvas")!;
        const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
        return places.map(([x, y]) => Array.from(data.slice(4 * ((canvas.height - 1 - y) * canvas.width + x)).slice(0, 4)));
    }, places);
}

test("the map of Pig is read by keyboard, by mouse and by numbers", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/explore");
    await rest(page);
    const { value, first_hold: hold } = lab.json("solve", "pig");
    await worthShows(page, percent(value as number, 7));
    await lineShows(page, new RegExp(`holds at ${hold}\\.`));
    const grey = [190, 192, 196, 255];
    const [beyond, within, impossible] = await coloursAt(page, [
        [90, 95],
        [41, 49],
        [1, 40],
    ]);
    assert.deepEqual(beyond, grey); // rolls on to the goal
    assert.notDeepEqual(within, grey);
    assert.equal(impossible?.[3], 0); // a score of one is impossible
    await visitor.inspect("explore-1280-light");

    await map(page).focus();
    for (let i = 0; i < 4; i++) await page.keyboard.press("Shift+ArrowRight");
    await page.keyboard.press("ArrowRight");
    for (let i = 0; i < 4; i++) await page.keyboard.press("PageUp");
    for (let i = 0; i < 9; i++) await page.keyboard.press("ArrowUp");
    await rest(page);
    await lineShows(page, /^Own score 41, other’s score 49: holds at 22\.$/); // RULES: it rolls again at 27
    const there = lab.json("ask", "pig", "scores=41,49");
    await readingShows(page, percent(there["value"] as number, 7));
    const said = page.locator(".reading p[role=status]");
    await page.waitForFunction(
        (worth) => document.querySelector(".reading p[role=status]")?.textContent?.includes(worth),
        percent(there["value"] as number, 3),
    );
    assert.match(await said.innerText(), /41/);

    // The mouse reads another place, and when it leaves, the one that was kept is back.
    const box = (await map(page).boundingBox())!;
    await page.mouse.move(box.x + (10.5 / 100) * box.width, box.y + (1 - 20.5 / 100) * box.height);
    await page.getByText("Own score 10, other’s score 20").first().waitFor();
    await page.mouse.move(2, 2);
    await page.getByText("Own score 41, other’s score 49").first().waitFor();

    // Within the turn: the program's example of a policy without a threshold.
    await map(page).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("spinbutton", { name: text.map.axis("turn") }).fill("27");
    await rest(page);
    await lineShows(page, /turn total 27: rolls\.$/);
    await readingShows(page, "roll (best)");
    await page.getByRole("spinbutton", { name: text.map.axis("turn") }).fill("26");
    await page.getByText("turn total 26: holds.").first().waitFor();
    await visitor.leave();
});

test("the map's cells are those of the program's plot", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/explore/pig(goal=60)?own=10");
    await rest(page);
    const csv = lab.native("plot", "pig(goal=60)", "--csv", "/dev/stdout");
    const lines = csv
        .split("\n")
        .slice(1)
        .filter((line) => /^\d/.test(line))
        .map((line) => line.split(",").map(Number));
    assert.ok(lines.length > 3000);
    const cells: number[] = await page.evaluate(async () => {
        const { open } = (await import(new URL("alea.mjs", document.baseURI).href)) as typeof import("../engine/interface.ts");
        const engine = await open();
        const found = await engine.call({ do: "map", game: "pig(goal=60)" });
        engine.close();
        return [...found.cells];
    });
    for (const [own, other, hold] of lines) assert.equal(cells[own! * 60 + other!], hold, `${own}, ${other}`);
    assert.equal(cells.filter((cell) => cell >= 0).length, lines.length);
    await visitor.leave();
});

test("parameters change the solution as they move, and the address keeps everything", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/explore");
    await rest(page);
    await page.getByRole("slider", { name: text.explore.slider("sides") }).focus();
    for (let i = 0; i < 20; i++) await page.keyboard.press("ArrowRight");
    await rest(page);
    const sides = await page.getByRole("spinbutton", { name: "sides", exact: true }).inputValue();
    assert.ok(Number(sides) > 6);
    const found = lab.json("solve", `pig(sides=${sides})`);
    await worthShows(page, percent(found["value"] as number, 7));
    await page.waitForFunction((word) => decodeURIComponent(location.hash).includes(word), `sides=${sides}`);

    await page.getByRole("spinbutton", { name: "sides", exact: true }).fill("1");
    await page.getByText(text.explore.range("sides", 2, 1000)).waitFor();
    await visitor.inspect("explore-range");
    await page.getByRole("spinbutton", { name: "sides", exact: true }).fill("6");

    await page.getByRole("button", { name: text.explore.whatIf }).click();
    await page.getByText("hold(25) everywhere").waitFor();
    await page.getByRole("combobox", { name: text.play.game }).selectOption("hog");
    await rest(page);
    assert.match(page.url(), /explore\/hog$/);
    await page.goBack();
    await page.getByText("hold(25) everywhere").waitFor();
    assert.equal(await page.getByRole("combobox", { name: text.play.game }).inputValue(), "pig");
    await page.goBack();
    await page.getByText("hold(25) everywhere").waitFor({ state: "detached" });
    await visitor.leave();
});

test("holding at 25 everywhere has its exact price", async () => {
    const visitor = await lab.visit({ colorScheme: "dark" });
    const { page } = visitor;
    await visitor.open("#/explore/pig?with=hold(25)&own=41&other=49");
    await rest(page);
    const mean = lab.json("eval", "pig", "hold(25)", "optimal")["mean"] as { value: number };
    const best = lab.json("best", "pig", "hold(25)") as { mean: { value: number }; exploitability: { value: number } };
    await pricesShow(page, `It costs ${(100 * (0.5 - mean.value)).toFixed(7)} percentage points`);
    await pricesShow(page, percent(mean.value, 7));
    await pricesShow(page, percent(best.mean.value, 5));
    await pricesShow(page, (100 * best.exploitability.value).toFixed(7));
    await lineShows(page, /optimal holds at 22, hold\(25\) at 25/);
    await visitor.inspect("explore-difference-1280-dark");
    await visitor.leave();
});

test("two policies meet, on a phone", async () => {
    const visitor = await lab.visit({ viewport: { width: 360, height: 740 }, hasTouch: true });
    const { page } = visitor;
    await visitor.open("#/explore/pig?bot=hold(20)&with=hold(25)");
    await rest(page);
    const both = lab.json("eval", "pig", "hold(20)", "hold(25)") as { mean: { value: number }; first: { value: number } };
    await pricesShow(page, percent(both.mean.value, 7));
    await pricesShow(page, percent(both.first.value, 7));
    const box = (await map(page).boundingBox())!;
    await map(page).scrollIntoViewIfNeeded();
    await map(page).tap({ position: { x: (30.5 / 100) * box.width, y: (1 - 50.5 / 100) * box.height } });
    await page.getByText("Own score 30, other’s score 50: hold(20) holds at 20, hold(25) at 25.").first().waitFor();
    await visitor.inspect("explore-360-light");
    await visitor.leave();
});

test("the surface turns by keys, buttons and drag", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/explore/pig?as=surface");
    await rest(page);
    const surface = page.locator(".surface-area");
    const label = page.locator(".surface-label.title").first();
    const place = async (): Promise<string | null> => label.getAttribute("style");
    const first = await place();
    await surface.focus();
    await page.keyboard.press("ArrowLeft");
    const second = await place();
    assert.notEqual(second, first);
    await page.getByRole("button", { name: text.explore.tiltUp }).click();
    const third = await place();
    assert.notEqual(third, second);
    const box = (await surface.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 + 80, box.y + box.height / 2 + 10, { steps: 4 });
    await page.mouse.up();
    assert.notEqual(await place(), third);
    await surface.focus();
    await page.keyboard.press("Home");
    assert.equal(await place(), first);
    // It is drawn, in the colours of the map.
    const picture = (await surface.screenshot()).toString("base64");
    const coloured = await page.evaluate(async (bytes) => {
        const image = new Image();
        image.src = `data:image/png;base64,${bytes}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d")!;
        context.drawImage(image, 0, 0);
        const { data } = context.getImageData(0, 0, image.width, image.height);
        let count = 0;
        for (let i = 0; i < data.length; i += 4)
            if (Math.max(data[i]!, data[i + 1]!, data[i + 2]!) - Math.min(data[i]!, data[i + 1]!, data[i + 2]!) > 40) count++;
        return count / (data.length / 4);
    }, picture);
    assert.ok(coloured > 0.04, `${coloured} of the surface is coloured`);
    await visitor.inspect("explore-surface-1280-light");
    // Chromium without a graphics card warns that it is slow.
    const own = visitor.complaints.filter((complaint) => !complaint.includes("GPU stall due to ReadPixels"));
    visitor.complaints.splice(0, visitor.complaints.length, ...own);
    await visitor.leave();
});

test("without WebGL a sentence says so", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await page.addInitScript(() => {
        const get = HTMLCanvasElement.prototype.getContext;
        HTMLCanvasElement.prototype.getContext = function (this: HTMLCanvasElement, kind: string, ...rest: unknown[]) {
            return kind === "webgl" ? null : (get as (...all: unknown[]) => unknown).call(this, kind, ...rest);
        } as typeof get;
    });
    await visitor.open("#/explore/pig?as=surface");
    await page.getByText(text.explore.noWebGL).waitFor();
    await visitor.leave();
});

test("games without a map answer for positions in words", async () => {
    const visitor = await lab.visit({ viewport: { width: 360, height: 740 }, colorScheme: "dark" });
    const { page } = visitor;
    await visitor.open("#/explore/coin-pig");
    await rest(page);
    const start = lab.json("solve", "coin-pig");
    await readingShows(page, percent(start["value"] as number, 7));
    await page.getByLabel(text.explore.positionWords).fill("state=0,0,1");
    const there = lab.json("ask", "coin-pig", "state=0,0,1");
    await page.getByText(percent(there["value"] as number, 7)).waitFor();
    await page.getByLabel(text.explore.positionWords).fill("stale=1");
    await page.getByText("did you mean").first().waitFor();
    await visitor.inspect("explore-words-360-dark");
    await visitor.leave();
});

test("three players have no best play, and a sentence says why", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/explore/pig");
    await rest(page);
    await page.getByRole("spinbutton", { name: "players", exact: true }).fill("3");
    await page.locator(".worth-of-game .note").waitFor();
    await page.locator(".picture .note").waitFor();
    assert.match(await page.locator(".picture .note").innerText(), /one or two players/);
    await page.getByRole("button", { name: text.explore.reset }).click();
    await page.locator(".picture .note").waitFor({ state: "detached" });
    await rest(page);
    await visitor.leave();
});

test("a long solution does not stop the page, and the newest question wins", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/explore/pig?map=value");
    await rest(page);
    const frames = page.evaluate(async () => {
        let longest = 0;
        let last = performance.now();
        const end = last + 1500;
        while (last < end) {
            await new Promise((resolve) => setTimeout(resolve, 4));
            longest = Math.max(longest, performance.now() - last);
            last = performance.now();
        }
        return longest;
    });
    await page.getByRole("spinbutton", { name: "goal", exact: true }).fill("3000");
    const longest = await frames;
    await page.getByRole("spinbutton", { name: "goal", exact: true }).fill("50");
    await rest(page);
    const found = lab.json("solve", "pig(goal=50)");
    await worthShows(page, percent(found["value"] as number, 7));
    assert.ok(longest < 1000, `the page stood still for ${longest} ms`);
    await visitor.leave();
});
