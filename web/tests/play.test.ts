import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { text } from "../text/en.ts";
import { openLab } from "./site.ts";
import { asked, begin, choose, decide, insist, playOn } from "./table.ts";

const lab = openLab();

/** The record that the page gives away. */
async function savedRecord(page: Page): Promise<string> {
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: text.play.save }).click(),
    ]);
    return readFileSync(await download.path(), "utf8");
}

async function dropRecord(page: Page, name: string, content: string): Promise<void> {
    await page.locator("input[type=file]").setInputFiles({ name, mimeType: "application/jsonl", buffer: Buffer.from(content) });
}

/** Rolls until the turn has four rolls, then holds. */
function roller(): (names: string[]) => number {
    let rolls = 0;
    return (names) => {
        const hold = names.indexOf("hold");
        if (hold < 0 || ++rolls % 4 !== 0) return Math.max(names.indexOf("roll"), 0);
        return hold;
    };
}

const annAndBot = {
    seats: [
        { kind: "person", name: "Ann" },
        { kind: "bot", bot: "hold(20)" },
    ],
    order: "given",
} as const;

test("a game of Pig by mouse, its review, and the same bytes in the program", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open();
    await choose(page, {
        ...annAndBot,
        seats: [...annAndBot.seats],
        game: "Pig",
        parameters: { goal: "50" },
        coach: "show",
        seed: "6",
    });
    await begin(page);
    await asked(page);
    await visitor.inspect("play-table-1280-light");
    await playOn(page, roller(), insist);
    await page.getByRole("heading", { name: text.review.title }).waitFor();
    await page.getByText(text.review.kept).waitFor();
    await visitor.inspect("play-review-1280-light");
    const record = await savedRecord(page);
    writeFileSync(join(lab.folder, "mouse.jsonl"), record);
    const replay = lab.json<{ seed: number; players: string[] }>("replay", "mouse.jsonl");
    assert.equal(replay.seed, 6);
    assert.deepEqual(replay.players, ["human(Ann)", "hold(20)"]);
    const review = lab.json<{ games: { seats: { adjusted: number; luck: number }[] }[] }>("review", "mouse.jsonl", "--no-keep");
    const row = await page.getByRole("row", { name: /^Ann/ }).first().innerText();
    const shown = (100 * review.games[0]!.seats[0]!.adjusted).toFixed(1);
    assert.ok(row.includes(`${shown}\u00a0%`), `${row} should have ${shown}`);
    await visitor.leave();
});

test("a game of Hog by keyboard alone", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open();
    await choose(page, {
        game: "Hog",
        seats: [
            { kind: "person", name: "Ann" },
            { kind: "bot", bot: "always(6)" },
        ],
        coach: "off",
        seed: "3",
    });
    await page.getByRole("button", { name: text.play.begin, exact: true }).press("Enter");
    await asked(page);
    const decisions = await playOn(
        page,
        () => 0,
        async () => page.keyboard.press("5"),
    );
    assert.ok(decisions > 3);
    await visitor.leave();
});

test("a game of Pig by touch, at 360 pixels, dark", async () => {
    const visitor = await lab.visit({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, colorScheme: "dark" });
    const { page } = visitor;
    await visitor.open();
    await page.getByLabel(text.play.game, { exact: true }).waitFor();
    await visitor.inspect("play-setup-360-dark");
    await choose(page, {
        game: "Pig",
        parameters: { goal: "30" },
        seats: [{ kind: "person" }, { kind: "beginner" }],
        coach: "off",
        seed: "11",
    });
    await page.getByRole("button", { name: text.play.begin, exact: true }).tap();
    await asked(page);
    await visitor.inspect("play-table-360-dark");
    await playOn(page, roller(), (button) => button.tap());
    await page.getByText(text.review.kept).waitFor();
    await visitor.inspect("play-review-360-dark");
    await visitor.leave();
});

/** Parameters that make a game short to solve and to play; else the goal is 20 where there is one. */
const SHORT: Record<string, Record<string, string>> = {
    "10,000": { goal: "500", opening: "0", cap: "600" },
    Farkle: { goal: "500" },
    Generala: { turns: "2" },
    Greed: { goal: "500", cap: "600" },
    Kniffel: { turns: "2" },
    "Red and Black": {},
    Skunk: { goal: "20", cap: "30" },
    Yahtzee: { turns: "2" },
    Yatzy: { turns: "2" },
    Zilch: { goal: "500" },
    "Zombie Dice": { goal: "2", cap: "3" },
};

test("every game can be played to its end", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open();
    await page.getByLabel(text.play.game, { exact: true }).waitFor();
    const games = await page.getByLabel(text.play.game, { exact: true }).locator("option").allInnerTexts();
    assert.ok(games.length >= 12);
    for (const game of games) {
        await choose(page, { game, coach: "off", seed: "4" });
        const wanted = SHORT[game] ?? { goal: "20" };
        if (await page.getByText(text.play.variant).isVisible()) await page.getByText(text.play.variant).click();
        for (const [name, value] of Object.entries(wanted)) {
            const field = page.getByLabel(name, { exact: true });
            if ((await field.count()) > 0 && (await field.isVisible())) await field.fill(value);
        }
        await begin(page);
        await asked(page);
        await page.getByLabel(text.play.pace).selectOption("0");
        let turn = 0;
        await playOn(
            page,
            (names) => (turn++ * 7) % names.length,
            (button) => button.click(),
        );
        assert.ok((await page.locator(".outcome").innerText()).length > 0, game);
        await page.getByRole("button", { name: text.play.newGame }).click();
    }
    await visitor.leave();
});

test("on a slow disk, Skip pressed again and again takes no step beyond the end", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    // Engine, disk and timers each take about ten milliseconds, so that a step often ends while the one before is still being kept.
    await page.addInitScript(() => {
        let n = 0;
        const wait = setTimeout;
        const slow = (prototype: object, name: string): void => {
            const { set, ...rest } = Object.getOwnPropertyDescriptor(prototype, name)!;
            const late = (act: (event: Event) => void) => (event: Event) => void wait(act, 5 + (n++ % 12), event);
            Object.defineProperty(prototype, name, {
                ...rest,
                set(act: (event: Event) => void) {
                    set!.call(this, late(act));
                },
            });
        };
        slow(Worker.prototype, "onmessage");
        slow(IDBTransaction.prototype, "oncomplete");
        window.setTimeout = ((act: () => void, delay = 0) => wait(act, delay + 8)) as typeof setTimeout;
    });
    await visitor.open();
    for (let games = 0; games < 5; games++) {
        await choose(page, {
            game: "Pig",
            parameters: { goal: "10" },
            seats: [
                { kind: "bot", bot: "hold(20)" },
                { kind: "bot", bot: "hold(20)" },
            ],
            coach: "off",
            seed: String(games),
        });
        await begin(page);
        await page.getByRole("button", { name: text.play.skip }).waitFor();
        const failures = await page.evaluate(async (skip) => {
            const said: string[] = [];
            for (let ended = 0; ended < 20 && said.length === 0; ended += document.querySelector(".outcome") ? 1 : 0) {
                [...document.querySelectorAll("button")].find((button) => button.textContent === skip)?.click();
                const failure = document.querySelector(".table .failure")?.textContent;
                if (failure) said.push(failure);
                await new Promise((next) => setTimeout(next, 4));
            }
            return said;
        }, text.play.skip);
        assert.deepEqual(failures, []);
        await page.getByRole("button", { name: text.play.newGame }).click();
    }
    await visitor.leave();
});

test("what is wrong with a game is said before it begins", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open();
    await choose(page, { game: "Pig", parameters: { goal: "0" }, coach: "off" });
    await begin(page);
    await page.getByRole("alert").filter({ hasText: "goal" }).waitFor();
    await page.getByLabel("goal", { exact: true }).fill("30");
    await page.locator(".seat").nth(1).getByLabel(text.play.kind).selectOption("bot");
    await page.locator(".seat").nth(1).getByLabel(text.play.bot, { exact: true }).fill("hodl(20)");
    await begin(page);
    await page.getByRole("alert").filter({ hasText: "hold" }).waitFor();
    await page.locator(".seat").nth(1).getByLabel(text.play.bot, { exact: true }).fill("hold(20)");
    await begin(page);
    await asked(page);
    await page.getByRole("button", { name: text.play.leave }).click();
    await page.getByText(text.play.unfinished).waitFor();
    assert.equal(await page.evaluate(() => document.activeElement?.tagName), "MAIN");
    await visitor.leave();
});

test("of two tabs one keeps its game, and the other one says so and can take its place", async () => {
    const first = await lab.visit();
    await first.open();
    await choose(first.page, {
        game: "Pig",
        seats: [
            { kind: "person", name: "Ann" },
            { kind: "person", name: "Bob" },
        ],
        coach: "off",
        order: "given",
    });
    await begin(first.page);
    await asked(first.page);
    const second = await first.context.newPage(),
        note = (page: Page) => page.getByText(text.play.elsewhere);
    await second.goto(first.address + "#/play/piglet");
    await begin(second);
    await note(second).waitFor();
    assert.equal(await note(first.page).count(), 0);
    await second.getByRole("button", { name: text.play.takeOver }).click();
    await note(second).waitFor({ state: "detached" });
    await note(first.page).waitFor();
    await first.page.close();
    await second.reload(); // the tab that took over continues the game
    await second.getByRole("heading", { level: 1, name: "Piglet" }).waitFor();
    assert.equal(await note(second).count(), 0);
    await second.close();
    await first.leave();
});

test("two people and two computers share a device; the review is estimated, says how well, and has the names of the table", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open();
    const people = ["Ann", "Bob"].map((name) => ({ kind: "person", name }));
    await choose(page, {
        game: "Pig",
        parameters: { goal: "15" },
        seats: [...people, { kind: "beginner" }, { kind: "club" }],
        coach: "show",
        seed: "8",
        order: "given",
    });
    await begin(page);
    await page.getByText("Ann’s turn").waitFor();
    await playOn(page, roller(), insist);
    await page.getByText(/Estimated: each position was played out/).waitFor({ timeout: 60_000 });
    await page.getByText(text.review.kept).waitFor();
    const rows = page.getByRole("region", { name: text.review.accounts }).locator("tbody tr");
    assert.deepEqual(await rows.locator("th").allInnerTexts(), ["Ann", "Bob", "Computer", "Computer 2"]);
    for (const luck of await rows.locator(`td[data-name="${text.review.luck}"]`).allInnerTexts())
        assert.match(luck, /^[+−][\d.]+\u00a0% ±\u00a0[\d.]+\u00a0%$/);
    await visitor.leave();
});

test("the coach warns before a blunder; a decision can be taken back, and the same dice come again", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open();
    await choose(page, {
        ...annAndBot,
        seats: [...annAndBot.seats],
        game: "Pig",
        parameters: { goal: "20" },
        coach: "warn",
        seed: "5",
    });
    await begin(page);
    await page.getByRole("button", { name: text.play.roll }).click();
    // The first roll of this seed is a 6, in the program too. To hold at 6 of 20 points is a blunder.
    await page.getByRole("img", { name: "The die shows 6" }).waitFor();
    await page.getByRole("button", { name: "hold" }).click();
    await page.getByRole("alertdialog").waitFor();
    await page.getByRole("button", { name: text.play.thinkAgain }).click();
    await page.getByRole("button", { name: "roll" }).click();
    await page.locator(".table[data-events='3']").waitFor();
    const second = await page.getByRole("img", { name: /The die shows/ }).getAttribute("aria-label");
    await page.getByRole("button", { name: text.play.undo }).click();
    await page.getByRole("img", { name: "The die shows 6" }).waitFor();
    await page.getByRole("button", { name: "roll" }).click();
    await page.locator(".table[data-events='3']").waitFor();
    assert.equal(await page.getByRole("img", { name: /The die shows/ }).getAttribute("aria-label"), second);
    assert.ok((await savedRecord(page)).includes('{"undo":'));
    await visitor.leave();
});

test("the coach warns of any move where another one wins at once, and the notebook asks once about a turn", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    // Ann has 18 of 20 points and 4 in her turn: holding wins. A roll costs less than a blunder.
    lab.nativeTyping(
        "6\nroll\n6\nroll\n6\nhold\n1\n4\n",
        "play",
        "pig(goal=20)",
        "Ann",
        "Bob",
        "--order",
        "given",
        "--dice",
        "manual",
        "--record",
        "wins.jsonl",
    );
    await visitor.open();
    await page.getByLabel(text.play.game, { exact: true }).waitFor();
    await dropRecord(page, "wins.jsonl", readFileSync(join(lab.folder, "wins.jsonl"), "utf8"));
    const warning = page.getByRole("alertdialog");
    for (let rolls = 0; rolls < 3; rolls++) {
        await asked(page);
        await page.getByRole("button", { name: "roll" }).click();
        assert.match(await warning.innerText(), /^“hold” wins at once; “roll” gives away [\d.]+\u00a0% of the games/);
        await warning.getByRole("button", { name: text.play.playAnyway("roll") }).click();
        await page.getByLabel(text.play.die(1)).fill("2");
        await page.getByRole("button", { name: text.play.enter }).click();
    }
    await asked(page);
    await page.getByRole("button", { name: "hold" }).click(); // causes no warning
    await page.getByText(text.review.kept).waitFor();
    writeFileSync(join(lab.folder, "won.jsonl"), await savedRecord(page));
    const { events } = lab.json<{
        games: { events: { kind: string; turn: number; word: string | null; chosen: string; cost: number }[] }[];
    }>("review", "won.jsonl", "--no-keep").games[0]!;
    const mistakes = events.filter(({ kind, word }) => kind === "move" && word !== null),
        turns = new Set(mistakes.map(({ turn }) => turn));
    assert.ok(
        mistakes.length >= turns.size + 2 && mistakes.every(({ chosen, cost }) => chosen === "hold" || cost < 0.1),
        JSON.stringify(mistakes),
    );
    await page.getByRole("link", { name: text.nav.notebook }).click();
    await page.getByText(text.notebook.due(turns.size)).waitFor();
    await visitor.leave();
});

test("a record of the program goes on in the page, and back, byte for byte", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    lab.nativeTyping(
        "\nroll\n",
        "play",
        "pig(goal=40)",
        "Ann",
        "hold(20)",
        "--order",
        "given",
        "--seed",
        "5",
        "--record",
        "ann.jsonl",
    );
    const begun = readFileSync(join(lab.folder, "ann.jsonl"), "utf8");
    await visitor.open();
    await page.getByLabel(text.play.game, { exact: true }).waitFor();
    await dropRecord(page, "ann.jsonl", begun);
    await asked(page);
    assert.equal(await savedRecord(page), begun);
    await decide(page, () => page.getByRole("button", { name: "hold" }).click());
    await asked(page);
    writeFileSync(join(lab.folder, "page.jsonl"), await savedRecord(page));
    lab.nativeTyping("hold\n", "play", "--resume", "ann.jsonl");
    assert.equal(readFileSync(join(lab.folder, "page.jsonl"), "utf8"), readFileSync(join(lab.folder, "ann.jsonl"), "utf8"));
    await visitor.leave();
});

test("a record of a game with rules of its own goes both ways, with its rule file", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    const rules = readFileSync(new URL("../../rules/pig.lua", import.meta.url), "utf8")
        .replace('"pig"', '"mine"')
        .replace('title = "Pig"', 'title = "Mine"');
    writeFileSync(join(lab.folder, "mine.lua"), rules);
    lab.nativeTyping(
        "\nroll\n",
        "play",
        "mine.lua(goal=30)",
        "Ann",
        "hold(20)",
        "--order",
        "given",
        "--seed",
        "5",
        "--record",
        "mine.jsonl",
    );
    const begun = readFileSync(join(lab.folder, "mine.jsonl"), "utf8");
    await visitor.open();
    await page.getByLabel(text.play.game, { exact: true }).waitFor();
    await page.locator("input[type=file]").setInputFiles([
        { name: "mine.jsonl", mimeType: "application/jsonl", buffer: Buffer.from(begun) },
        { name: "mine.lua", mimeType: "text/plain", buffer: Buffer.from(rules) },
    ]);
    await asked(page);
    await page.getByRole("heading", { name: "Mine" }).waitFor();
    await playOn(page, roller(), insist);
    await page.getByText(text.review.kept).waitFor();
    const record = await savedRecord(page);
    assert.ok(record.startsWith(begun));
    writeFileSync(join(lab.folder, "mine-page.jsonl"), record);
    assert.equal(lab.json<{ games: { finished: boolean }[] }>("replay", "mine-page.jsonl").games[0]!.finished, true);
    await visitor.leave();
});

test("a finished record of the program is reviewed; what is no record is refused in words", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    lab.native("run", "pig(goal=40)", "hold(10)", "hold(20)", "--games", "1", "--record", "two.jsonl", "--seed", "9");
    await visitor.open();
    await page.getByLabel(text.play.game, { exact: true }).waitFor();
    await dropRecord(page, "notes.txt", "buy milk\n");
    await page.getByText(text.play.noRecord).waitFor();
    const record = readFileSync(join(lab.folder, "two.jsonl"), "utf8");
    const carried = await page.evaluateHandle((content) => {
        const files = new DataTransfer();
        files.items.add(new File([content], "two.jsonl"));
        return files;
    }, record);
    await page.dispatchEvent("h1", "drop", { dataTransfer: carried });
    await page.getByRole("heading", { name: text.review.title }).waitFor();
    await visitor.leave();
});

test("a game goes on after the page was closed", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open();
    await choose(page, { ...annAndBot, seats: [...annAndBot.seats], game: "Pig", coach: "off", seed: "5" });
    await begin(page);
    await page.getByRole("button", { name: text.play.roll }).click();
    await page.getByRole("button", { name: "roll" }).click();
    await page.locator(".table[data-events='3']").waitFor();
    const record = await savedRecord(page);
    await page.goto("about:blank");
    await visitor.open();
    await page.getByRole("button", { name: text.play.resume }).click();
    await asked(page);
    assert.equal(await savedRecord(page), record);
    await visitor.leave();
});

test("real dice are entered, and refused where they cannot be", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open();
    await choose(page, {
        ...annAndBot,
        seats: [...annAndBot.seats],
        game: "Pig",
        parameters: { dice: "2" },
        coach: "off",
        manual: true,
    });
    await begin(page);
    await page.getByLabel(text.play.die(1)).fill("3");
    await page.getByLabel(text.play.die(2)).fill("4");
    await page.getByRole("button", { name: text.play.enter }).click();
    await page.getByRole("img", { name: "The dice show 3 and 4" }).waitFor();
    await visitor.leave();
});

test("mistakes come back as questions, today and in a day", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    const answers = "roll\nroll\nroll\nhold\n".repeat(5);
    lab.nativeTyping(
        answers,
        "play",
        "pig(goal=50)",
        "Ann",
        "hold(20)",
        "--order",
        "given",
        "--seed",
        "6",
        "--record",
        "drill.jsonl",
    );
    await visitor.open();
    await page.getByLabel(text.play.game, { exact: true }).waitFor();
    await dropRecord(page, "drill.jsonl", readFileSync(join(lab.folder, "drill.jsonl"), "utf8"));
    await page.getByText(text.review.kept).waitFor();
    await page.getByRole("link", { name: text.nav.notebook }).click();
    // docs/play-and-learn.md: this game has three questions, the first at 22 to 41 with a turn of 10, where rolling is best.
    await page.getByText(text.notebook.due(3)).waitFor();
    await visitor.inspect("notebook-1280-light");
    await page.getByRole("button", { name: text.notebook.begin }).click();
    await page.getByRole("button", { name: "hold" }).click();
    await page.getByText("29.0\u00a0%").first().waitFor();
    await visitor.inspect("drill-1280-light");
    for (let left = 3; left > 0; left--) {
        await page.getByRole("button", { name: text.notebook.next }).click();
        await page.getByRole("button", { name: "roll" }).click();
        await page.locator(".verdict.right").waitFor();
    }
    await page.getByRole("button", { name: text.notebook.finish }).click();
    await page.getByText(text.notebook.done).waitFor();
    await page.getByRole("button", { name: text.notebook.leave }).click();
    await page.getByText(text.notebook.due(0)).waitFor();
    await visitor.leave();
});
