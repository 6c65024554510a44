// Problems that a first visitor met: on a phone, with only the keyboard, with the back button, and when changing views.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { text } from "../text/en.ts";
import { openLab } from "./site.ts";
import { asked, begin, choose } from "./table.ts";

const lab = openLab();

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const annAndBot = [
    { kind: "person", name: "Ann" },
    { kind: "bot", bot: "hold(20)" },
];

/** The text of the focused element. */
const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? "");

/** At the table, before Ann's first decision: the dice show a 6, and holding is a blunder. */
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
    const visitor = await lab.visit(phone);
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
    const visitor = await lab.visit(phone);
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
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open();
    await firstDecision(page);
    await visitor.pressToFocus("h", "[role=alertdialog]");
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
    const visitor = await lab.visit();
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
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open();
    await choose(page, {
        game: "Despirala",
        seats: [{ kind: "person" }, { kind: "perfect" }],
        coach: "show",
        seed: "3",
        order: "given",
    });
    await begin(page);
    await page.getByRole("button", { name: text.play.roll }).click(); // the coach solves the game first
    await page.getByText(text.play.working).waitFor();
    await asked(page);
    await page.getByText(text.play.working).waitFor({ state: "detached" });
    await visitor.leave();
});

test("the back button leaves the table, and forward or another load goes on with the game", async () => {
    const visitor = await lab.visit(phone);
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

// ---- rules ----

const toad = `return {
  name = "toad", family = "race", title = "Toad",
  text = [[Roll two dice. Different faces add their product; a 1 loses the turn; doubles must be rolled on.]],
  params = { { "goal", default = 60, min = 10, max = 300 } },
  rules = function(p)
    return {
      players = 2, dice = 2, sides = 4, goal = p.goal,
      roll = function(a, b)
        if a == 1 or b == 1 then return bust() end
        if a == b then return add(a, { forced = true }) end
        return add(a * b)
      end,
    }
  end,
}
`;

async function write(page: Page, rules: string): Promise<void> {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate((words) => navigator.clipboard.writeText(words), rules);
    await page.getByRole("textbox", { name: text.rules.editor }).focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+v");
}

const go = (page: Page, view: string): Promise<void> => page.getByRole("navigation").getByRole("link", { name: view }).click();

async function games(page: Page): Promise<string[]> {
    const choice = page.getByLabel(text.play.game, { exact: true });
    await choice.waitFor();
    return choice.locator("option").allInnerTexts();
}

test("who only looks at the rules of Pig has no game of his own", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/rules");
    await page.getByText(text.rules.good("Pig")).waitFor();
    await go(page, text.nav.play);
    assert.equal((await games(page))[0], "Pig");
    await visitor.leave();
});

test("rules with a mistake stop no other view, and are still there when the page is loaded again", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/rules");
    await page.getByText(text.rules.good("Pig")).waitFor();
    await write(page, toad);
    await page.getByText(text.rules.good("Toad")).waitFor();
    await write(page, toad.replace("if a == b", "if a = b"));
    await page.getByRole("button", { name: text.rules.goTo(10) }).waitFor();
    for (const view of [text.nav.play, text.nav.arena, text.explore.title]) {
        await go(page, view);
        await page.getByRole("heading", { level: 1, name: view }).waitFor();
        assert.ok((await games(page)).includes(text.play.ownGame("Toad")), view); // as it was before the mistake
    }
    await page.goto(`${lab.host.address}?again#/rules`);
    await page.getByRole("button", { name: text.rules.goTo(10) }).waitFor();
    await go(page, text.nav.play);
    assert.ok((await games(page)).includes(text.play.ownGame("Toad")));
    await visitor.leave();
});

test("rules from a link that were changed stay changed, and the old link is taken away", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/rules");
    await page.getByText(text.rules.good("Pig")).waitFor();
    await write(page, toad);
    await page.getByText(text.rules.good("Toad")).waitFor();
    await page.getByRole("button", { name: text.rules.share }).click();
    const link = await page.getByLabel(text.rules.link).inputValue();
    await write(page, toad.replace('"Toad"', '"Toad Two"'));
    await page.getByLabel(text.rules.link).waitFor({ state: "detached" });
    await visitor.leave();
    const other = await lab.visit();
    await other.page.goto(link);
    await other.page.getByText(text.rules.good("Toad")).waitFor();
    await write(other.page, toad.replace('"Toad"', '"Toad Three"'));
    await other.page.getByText(text.rules.good("Toad Three")).waitFor();
    await other.page.reload();
    await other.page.getByText(text.rules.good("Toad Three")).waitFor();
    await other.leave();
});

test("numbers of other rules are never shown as those of the rules in the editor", async () => {
    writeFileSync(join(lab.folder, "toad.lua"), toad);
    const solved = lab.json<{ lower: number; upper: number }>("solve", "toad.lua");
    const { first } = lab.json<{ first: { turns: { value: number } } }>("eval", "toad.lua", "optimal", "optimal");
    const turns = text.rules.lengthTurns(first.turns.value.toFixed(2));
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/rules");
    await page.getByText(text.rules.good("Pig")).waitFor();
    await page.getByText(/turns on average/).waitFor();
    await page.evaluate(
        (bounds) => {
            const seen: string[] = [];
            Object.assign(globalThis, { seen });
            const look = (): void => {
                const list = document.querySelector(".facts-list:not(.stale)");
                const said = [...(list?.querySelectorAll("dd:not(.stale)") ?? [])].map((dd) => dd.textContent);
                if (list?.textContent?.includes(bounds)) seen.push(...said.filter((words) => words.includes("turns")));
            };
            new MutationObserver(look).observe(document.body, {
                subtree: true,
                childList: true,
                attributes: true,
                characterData: true,
            });
        },
        text.rules.bounds(String(solved.lower), String(solved.upper)),
    );
    await write(page, toad);
    await page.getByText(turns).waitFor();
    const seen = await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
    assert.deepEqual([...new Set(seen)], [turns]);
    await visitor.leave();
});

test("the arena says what it does when all games are played, and a missing end is at the last line", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/arena");
    await page.getByText(text.play.variant).click();
    await page.getByLabel("goal", { exact: true }).fill("60");
    await page.locator("input[type=file]").setInputFiles([
        {
            name: "steady.lua",
            mimeType: "text/plain",
            buffer: Buffer.from("return function(view) return view.turn < 20 and view.total < view.goal end\n"),
        },
        {
            name: "endless.js",
            mimeType: "text/javascript",
            buffer: Buffer.from("function decide(view) {\n    return view.turn < 20;\n"),
        },
    ]);
    await page.getByLabel(text.arena.games).selectOption("100");
    await page.getByRole("button", { name: text.arena.start, exact: true }).click();
    await page.getByText(text.arena.evaluating).waitFor(); // all positions of a bot in Lua
    for (const cell of await page
        .getByRole("region", { name: text.arena.standings })
        .locator("tbody tr td:nth-last-child(2)")
        .allInnerTexts())
        assert.equal(cell, "300");
    await page.getByText(/^Finished: /).waitFor({ timeout: 120_000 });
    await page.getByText(`endless: ${text.arena.atLine(2, "SyntaxError")}`).waitFor();
    await visitor.leave();
});

test("a bot that is to be written can be written at once", async () => {
    const visitor = await lab.visit(phone);
    const { page } = visitor;
    await visitor.open("#/arena");
    await page.getByRole("button", { name: text.arena.write }).tap();
    const program = page.getByLabel(text.arena.edit(text.arena.own));
    await program.waitFor();
    assert.ok(await program.evaluate((area) => area === document.activeElement));
    await visitor.leave();
});
