import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { text } from "../text/en.ts";
import { openLab } from "./site.ts";
import { asked, begin } from "./table.ts";

const lab = openLab();

const pig = readFileSync(fileURLToPath(new URL("../../rules/pig.lua", import.meta.url)), "utf8");

/** A game that no catalogue has. */
const greedy = pig
    .replace('name = "pig"', 'name = "greedy"')
    .replace('title = "Pig"', 'title = "Greedy"')
    .replaceAll("100", "60")
    .replace("dice in a roll", "dice");

/** Replaces the text as people do: select all, paste. */
async function write(page: Page, content: string): Promise<void> {
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate((text) => navigator.clipboard.writeText(text), content);
    await page.getByRole("textbox", { name: text.rules.editor }).focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+v");
}

test("a mistake is shown at its line while one types, and goes with it", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/rules");
    await page.getByText(text.rules.good("Pig")).waitFor();
    const wrong = pig.replace("goal = p.goal", "gaol = p.goal");
    const line = wrong.split("\n").findIndex((one) => one.includes("gaol")) + 1;
    await write(page, wrong);
    await page.getByText("did you mean").waitFor();
    await page.getByRole("button", { name: text.rules.goTo(line) }).click();
    const marked = page.locator(".cm-lintRange-error");
    assert.ok((await marked.innerText()).includes("gaol"));
    const place = await page.locator(".cm-gutter-lint .cm-lint-marker-error").boundingBox();
    const number = await page.locator(".cm-lineNumbers .cm-gutterElement", { hasText: new RegExp(`^${line}$`) }).boundingBox();
    assert.ok(place && number && place.y >= number.y - 1 && place.y < number.y + number.height, "the mark stands at another line");
    await visitor.inspect("rules-mistake-1280-light");
    await write(page, pig);
    await page.getByText(text.rules.good("Pig")).waitFor();
    assert.equal(await marked.count(), 0);
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("oops");
    await page.getByRole("button", { name: text.rules.goTo(pig.split("\n").length) }).waitFor();
    for (const _ of "oops") await page.keyboard.press("Backspace");
    await page.getByText(text.rules.good("Pig")).waitFor();
    await visitor.leave();
});

test("a text that was edited can be put back when other rules have replaced it", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    const back = page.getByRole("button", { name: text.rules.putBack }),
        from = page.getByLabel(text.rules.from);
    await visitor.open("#/rules");
    await page.getByText(text.rules.good("Pig")).waitFor();
    await from.selectOption("piglet");
    await page.getByText(text.rules.good("Piglet")).waitFor();
    assert.equal(await back.count(), 0); // nothing of the user's is lost
    await write(page, greedy);
    await page.getByText(text.rules.good("Greedy")).waitFor();
    await from.selectOption("hog");
    await page.getByText(text.rules.good("Hog")).waitFor();
    await page.waitForFunction(() => !document.querySelector(".stale, .working")); // results that are out of date are pale
    await visitor.inspect("rules-replaced-1280-light");
    await back.focus();
    await page.keyboard.press("Enter");
    await page.getByText(text.rules.good("Greedy")).waitFor();
    assert.equal(await back.count(), 0);
    await visitor.leave();
});

test("rules that nobody has seen have the bounds of the program, bit for bit, and can be played", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    writeFileSync(join(lab.folder, "greedy.lua"), greedy);
    const solved = lab.json<{ lower: number; upper: number }>("solve", "greedy.lua", "--out", "t.h5");
    await visitor.open("#/rules");
    await page.getByText(text.rules.good("Pig")).waitFor();
    await write(page, greedy);
    await page.getByText(text.rules.good("Greedy")).waitFor();
    await page.getByText(text.rules.bounds(String(solved.lower), String(solved.upper))).waitFor();
    await page.getByRole("button", { name: text.rules.verify }).click();
    await page.getByText(/The proof holds/).waitFor();
    await page.getByRole("img", { name: text.rules.mapLabel }).waitFor();
    // Asks `alea ask` about the same policy: the least turn total at which it holds at 0 to 0.
    const best = (turn: number): string => lab.json<{ best: string }>("ask", "greedy.lua", "scores=0,0", `turn=${turn}`).best;
    let holds = 2;
    while (best(holds) !== "hold") holds++;
    await page.getByText(text.map.holdsAt(holds), { exact: true }).waitFor();
    await page.getByRole("spinbutton", { name: text.map.axis("own") }).fill("59");
    await page.getByText(text.map.never, { exact: true }).last().waitFor();
    await visitor.inspect("rules-greedy-1280-light");
    await page.getByRole("button", { name: text.rules.play }).click();
    await page.getByLabel(text.play.game, { exact: true }).waitFor();
    await begin(page);
    await asked(page);
    await page.getByRole("heading", { name: "Greedy" }).waitFor();
    await visitor.leave();
});

test("while the edited rules have a mistake, all other games can be played", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/rules");
    await page.getByText(text.rules.good("Pig")).waitFor();
    await write(page, "return functoin\n");
    await page.getByRole("button", { name: text.rules.goTo(1) }).waitFor();
    for (const view of [text.nav.play, text.arena.title, text.explore.title]) {
        await page.getByRole("navigation").getByRole("link", { name: view }).click();
        await page.getByRole("heading", { level: 1, name: view }).waitFor();
        const games = page.getByLabel(text.play.game, { exact: true });
        await games.waitFor();
        const titles = await games.locator("option").allInnerTexts();
        assert.ok(titles.includes("Pig-Pen") && !titles.some((title) => title.includes("functoin")), view);
    }
    await visitor.leave();
});

test("a link carries the rules; a damaged one says so", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/rules");
    await page.getByText(text.rules.good("Pig")).waitFor();
    await write(page, greedy);
    await page.getByText(text.rules.good("Greedy")).waitFor();
    await page.getByRole("button", { name: text.rules.share }).click();
    const link = await page.getByLabel(text.rules.link).inputValue();
    assert.ok(link.startsWith(`${lab.host.address}#/rules?text=`) && link.length < 2000, link);
    await visitor.leave();
    const other = await lab.visit();
    await other.page.goto(link);
    await other.page.getByText(text.rules.good("Greedy")).waitFor();
    await other.open("#/rules?text=damaged");
    await other.page.getByText(text.rules.badLink).waitFor();
    await other.page.getByText(text.rules.good("Greedy")).waitFor(); // the rules shown before
    await other.leave();
});

test("a link takes nobody's text away: the draft is there again without it, and can be put back when the link's is changed", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    const mine = `${greedy}-- two hours of work\n`,
        linked = greedy.replace('title = "Greedy"', 'title = "Linked"');
    const link = `#/rules?text=${deflateRawSync(Buffer.from(linked)).toString("base64url")}`;
    const editor = page.locator(".cm-content"),
        follow = (to: string): Promise<void> => page.evaluate((hash) => void (location.hash = hash), to);
    await visitor.open("#/rules");
    await page.getByText(text.rules.good("Pig")).waitFor();
    await write(page, mine);
    await page.getByText(text.rules.good("Greedy")).waitFor();
    await follow(link);
    await page.getByText(text.rules.good("Linked")).waitFor();
    await page.getByText(text.rules.linked).waitFor();
    await visitor.inspect("rules-linked-1280-light");
    await follow("#/play");
    await page.getByRole("heading", { level: 1, name: text.nav.play }).waitFor();
    const games = page.getByLabel(text.play.game, { exact: true });
    await games.waitFor();
    assert.ok((await games.locator("option").allInnerTexts()).includes(text.play.ownGame("Greedy")));
    await follow("#/rules");
    await editor.getByText("two hours of work").waitFor();
    await page.reload();
    await editor.getByText("two hours of work").waitFor();
    // The link's text becomes the draft when it is changed; the one before is kept all the same, also when the view was left.
    await follow(link);
    await page.getByText(text.rules.good("Linked")).waitFor();
    await editor.click();
    await page.keyboard.press("ControlOrMeta+End");
    await page.keyboard.type("-- a change");
    await page.getByText(text.rules.replaced).waitFor();
    await follow("#/notebook");
    await page.getByRole("heading", { level: 1, name: text.nav.notebook }).waitFor();
    await follow("#/rules");
    await editor.getByText("a change").waitFor();
    await page.getByRole("button", { name: text.rules.putBack }).click();
    await editor.getByText("two hours of work").waitFor();
    await page.getByRole("button", { name: text.rules.putBack }).click(); // and the other way round
    await editor.getByText("a change").waitFor();
    await visitor.leave();
});

test("a game whose turns remember something has its map, of a memory that occurs, and another can be asked for", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    const page_ = readFileSync(fileURLToPath(new URL("../../docs/write-rules.md", import.meta.url)), "utf8");
    const rules =
        /```lua\n(return \{\n {2}name = "greedy-pig".*?)```/s.exec(page_)?.[1]?.replace("default = 100", "default = 30") ?? "";
    await visitor.open(`#/rules?text=${deflateRawSync(Buffer.from(rules)).toString("base64url")}`);
    await page.getByText(text.rules.good("Greedy Pig")).waitFor();
    await page.getByText(text.rules.mapMemory(1)).waitFor();
    await page.getByRole("img", { name: text.rules.mapLabel }).waitFor();
    await page.getByRole("navigation").getByRole("link", { name: text.explore.title }).click();
    await page.getByLabel(text.play.game, { exact: true }).selectOption({ label: text.play.ownGame("Greedy Pig") });
    const memory = page.getByLabel(text.explore.memory, { exact: true });
    await page.waitForFunction(
        (label) =>
            [...document.querySelectorAll("label")].some(
                (one) => one.textContent === label && (document.getElementById(one.htmlFor) as HTMLInputElement).value === "1",
            ),
        text.explore.memory,
    );
    await memory.fill("0"); // a value with which no player decides
    await page.locator(".picture .note").waitFor();
    await memory.fill("2");
    await page.locator(".picture .note").waitFor({ state: "detached" });
    assert.equal(await memory.inputValue(), "2");
    await visitor.leave();
});

test("the editor can be left by keyboard", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/rules");
    await page.getByText(text.rules.good("Pig")).waitFor();
    const editor = page.getByRole("textbox", { name: text.rules.editor });
    await editor.focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.classList.contains("editor")), false);
    await visitor.leave();
});
