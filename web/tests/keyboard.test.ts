// A session by keyboard alone: nothing is reached but with the Tab key, and after each key something has the focus.
import { test } from "node:test";
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { text } from "../text/en.ts";
import { openLab } from "./site.ts";
import { asked, decide } from "./table.ts";

const lab = openLab();

/** The name of the focused element; "" if there is none. */
const focused = (page: Page): Promise<string> =>
    page.evaluate(() => {
        let element = document.activeElement as HTMLElement | null;
        if (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement as HTMLElement;
        if (!element || element === document.body) return "";
        const label = (element as HTMLInputElement).labels?.[0]?.textContent;
        return (element.getAttribute("aria-label") ?? label ?? element.textContent ?? "").trim() || element.tagName;
    });

const editor = text.rules.editor;

const isCalled = (name: string, wanted: string | RegExp): boolean =>
    typeof wanted === "string" ? name === wanted : wanted.test(name);

/** Presses Tab until the control named `wanted` has the focus. */
async function tabTo(page: Page, wanted: string | RegExp, key = "Tab"): Promise<void> {
    const path = [await focused(page)];
    while (path.length <= 50) {
        if (path.at(-1) === editor) await page.keyboard.press("Escape"); // else Tab indents
        await page.keyboard.press(key);
        const name = await focused(page);
        if (isCalled(name, wanted)) return;
        path.push(name);
    }
    assert.fail(`Tab does not reach ${wanted}, only ${path.join(", ")}`);
}

/** Presses a key and waits for its effect. Some element has the focus afterwards. */
async function press(page: Page, key: string, brings?: Locator): Promise<void> {
    await page.keyboard.press(key);
    if (brings) await brings.first().waitFor();
    await page.waitForFunction(
        () => document.activeElement !== document.body && !document.activeElement?.matches(":disabled"),
        undefined,
        { timeout: 5000 },
    );
}

/** Waits until the named control has the focus, which moves shortly after its control disappears. */
async function has(page: Page, wanted: string | RegExp): Promise<void> {
    for (const deadline = Date.now() + 5000; Date.now() < deadline && !isCalled(await focused(page), wanted);)
        await page.waitForTimeout(20);
    const name = await focused(page);
    assert.ok(isCalled(name, wanted), `${name} has the focus, not ${wanted}`);
}

async function goTo(page: Page, view: string): Promise<void> {
    await tabTo(page, view, "Shift+Tab");
    await press(page, "Enter", page.getByRole("heading", { level: 1, name: view }));
}

test("a game, its review, and the drill of its mistakes", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open();
    await page.getByRole("button", { name: text.play.begin, exact: true }).waitFor();
    await tabTo(page, text.play.details);
    await press(page, "Enter");
    await tabTo(page, text.play.seed);
    await page.keyboard.type("4");
    await tabTo(page, text.play.begin);
    await press(page, "Enter", page.locator(".table"));
    for (let decisions = 0; (await asked(page)) !== "over"; decisions++) {
        assert.ok(decisions < 1000);
        await decide(page, async () => {
            const warning = page.getByRole("alertdialog");
            const events = await page.locator(".table").getAttribute("data-events");
            await page.keyboard.press(decisions % 4 === 3 ? "h" : "r");
            await page.locator(`.table:not([data-events="${events}"]), [role=alertdialog]`).first().waitFor();
            if (!(await warning.isVisible())) return;
            await has(page, text.play.thinkAgain);
            await press(page, "Tab");
            await has(page, /^Play (hold|roll)$/);
            await page.keyboard.press("Enter");
        });
    }
    await page.getByText(text.review.accounts).waitFor();
    await tabTo(page, text.review.curve);
    await press(page, "ArrowRight");
    await page.getByText(text.review.kept).waitFor();
    await goTo(page, text.nav.notebook);
    await tabTo(page, text.notebook.begin);
    await visitor.pressToFocus("Enter", ".drill");
    await has(page, "hold");
    await visitor.pressToFocus("Enter", ".drill .verdict + button");
    await has(page, /^(Next question|Finish)$/);
    await tabTo(page, /^(Leave the drill|Finish)$/);
    await press(page, "Enter", page.getByRole("heading", { name: text.notebook.games }));
    await tabTo(page, /^Remove pig of/);
    await press(page, "Enter");
    await page.getByRole("heading", { name: text.notebook.games }).waitFor({ state: "detached" });
    await tabTo(page, text.notebook.clear);
    await press(page, "Enter", page.getByText(text.notebook.clearSure));
    await has(page, text.notebook.yes);
    await press(page, "Enter", page.getByText(text.notebook.empty));
    await visitor.leave();
});

test("the map, a policy's price, and a look into the turn", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/explore");
    const map = page.getByLabel(/^Map of Pig/);
    await map.waitFor();
    await tabTo(page, text.explore.whatIf);
    await press(page, "Enter", page.getByText(/^It costs .* percentage points/));
    await has(page, text.explore.argument("n", text.explore.second));
    await tabTo(page, /^Map of Pig/);
    await press(page, "ArrowRight");
    await tabTo(page, text.explore.seeTurn(0));
    await press(page, "Enter", page.getByLabel(text.map.axis("turn")));
    await has(page, text.map.axis("turn"));
    await visitor.leave();
});

test("rules are changed, mended, proved and played", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/rules");
    const proof = page.getByRole("button", { name: text.rules.verify });
    await proof.waitFor();
    const rules = page.getByRole("textbox", { name: editor });
    const asFound = await rules.innerText();
    await tabTo(page, editor);
    await press(page, "ControlOrMeta+End");
    await page.keyboard.type("oops");
    await page.getByRole("button", { name: /^Go to line/ }).waitFor();
    await tabTo(page, /^Go to line/);
    await press(page, "Enter");
    await has(page, editor);
    await press(page, "End");
    for (const _ of "oops") await press(page, "Backspace");
    await proof.waitFor();
    await tabTo(page, text.rules.verify);
    assert.equal(await rules.innerText(), asFound); // other rules would take the proof away
    await press(page, "Enter", page.getByText(/^The proof holds/));
    await tabTo(page, text.rules.play, "Shift+Tab");
    await press(page, "Enter", page.getByRole("button", { name: text.play.begin, exact: true }));
    await visitor.leave();
});

test("bots meet in the arena, and a game is shown", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/arena");
    await page.getByRole("button", { name: text.arena.remove("hold(20)") }).waitFor();
    await tabTo(page, text.arena.remove("hold(20)"));
    await press(page, "Enter");
    await has(page, text.arena.remove("bank(25)"));
    await tabTo(page, text.arena.addAs);
    await press(page, "Enter", page.getByRole("button", { name: text.arena.remove("hold(20)") }));
    await tabTo(page, text.arena.seed);
    await tabTo(page, text.arena.start);
    await press(page, "Enter", page.getByText(/^Finished: /));
    await tabTo(page, /^Show a game of/);
    await visitor.pressToFocus("Enter", ".viewer");
    await has(page, /^A game of/);
    await tabTo(page, text.arena.last);
    await press(page, "Enter", page.locator(".viewer .outcome"));
    await tabTo(page, text.arena.close);
    await press(page, "Enter");
    await has(page, /^Show a game of/);
    await visitor.leave();
});

test("a strategy is written for the contest", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/contest");
    await page.getByRole("button", { name: text.arena.write }).waitFor();
    await tabTo(page, text.arena.write);
    await visitor.pressToFocus("Enter", "textarea.source");
    await has(page, text.arena.edit(text.arena.own));
    await tabTo(page, text.contest.hold);
    await press(page, "Enter", page.getByRole("heading", { name: text.contest.maps }));
    await tabTo(page, text.contest.strategy);
    await visitor.leave();
});
