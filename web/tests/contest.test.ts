import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { text } from "../text/en.ts";
import { openLab } from "./site.ts";

const lab = openLab();

const ahead = {
    js: "function final_strategy(score, opponent) { return score > opponent ? 4 : 6; }\n",
    lua: "return function(view) return view.own > view.opponent and 4 or 6 end\n",
};
const late = "return function(view) return view.own > 80 and 2 or 5 end\n";
const table =
    Array.from({ length: 100 }, (_, own) => Array.from({ length: 100 }, (_, other) => ((own + other) % 5) + 3).join()).join("\n") +
    "\n";

/** The native program's results for the same strategies, with the page's names. */
function nativeContest(): Map<string, { won: number; rate: number; against: Map<string, number> }> {
    mkdirSync(join(lab.folder, "in"), { recursive: true });
    for (const [name, content] of [
        ["ahead.lua", ahead.lua],
        ["late.lua", late],
        ["striped.csv", table],
    ] as const)
        writeFileSync(join(lab.folder, "in", name), content);
    const printed = lab.json<{ entries: { file: string; matches_won: number; mean_rate: number }[]; rates: number[][] }>(
        "contest",
        "hog",
        "in",
        "always(6)",
    );
    const names = printed.entries.map((entry) => entry.file.replace(/^in\/(.*)\..*$/, "$1"));
    return new Map(
        printed.entries.map((entry, i) => [
            names[i]!,
            {
                won: entry.matches_won,
                rate: entry.mean_rate,
                against: new Map(names.map((name, j) => [name, printed.rates[i]![j]!])),
            },
        ]),
    );
}

async function setUp(page: Page, files: { name: string; content: string }[]): Promise<void> {
    const group = page.getByRole("group", { name: text.arena.bots });
    await group.waitFor();
    const removers = group.getByRole("button", { name: /^Remove / });
    while ((await removers.count()) > 0) await removers.first().click();
    await page.getByLabel(text.arena.spec, { exact: true }).fill("always(6)");
    await page.getByLabel(text.arena.spec, { exact: true }).press("Enter");
    await page
        .locator("input[type=file]")
        .setInputFiles(files.map(({ name, content }) => ({ name, mimeType: "text/plain", buffer: Buffer.from(content) })));
}

test("a contest of JavaScript, Lua, tables and built-in strategies is the program's; maps stand beside the optimum's", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/contest");
    await setUp(page, [
        { name: "ahead.js", content: ahead.js },
        { name: "late.lua", content: late },
        { name: "striped.csv", content: table },
        { name: "moody.js", content: "let n = 0;\nfunction final_strategy() { return ++n % 7; }\n" },
        { name: "eleven.js", content: "function final_strategy(score) { return score > 90 ? 11 : 4; }\n" },
        { name: "broken.lua", content: "return functoin() end\n" },
    ]);
    await page.getByRole("button", { name: text.contest.hold }).click();
    const region = page.getByRole("region", { name: text.contest.ranking });
    await region.waitFor();
    const expected = nativeContest();
    const heads = (await region.locator("thead th").allInnerTexts()).map((head) => head.trim());
    const rows = await region.locator("tbody tr").all();
    assert.equal(rows.length, expected.size, await region.innerText());
    const percent = (rate: number): string => `${(100 * rate).toFixed(4)}\u00a0%`;
    for (const row of rows) {
        const cells = (await row.locator("th, td").allInnerTexts()).map((cell) => cell.trim());
        const native = expected.get(cells[1]!);
        assert.ok(native, cells[1]);
        assert.equal(cells[2], String(native.won));
        assert.equal(cells[3], percent(native.rate));
        for (const [name, rate] of native.against)
            if (name !== cells[1])
                assert.equal(cells[heads.indexOf(text.contest.against(name))], percent(rate), `${cells[1]} against ${name}`);
    }
    const out = await page.getByRole("status").filter({ hasText: text.contest.disqualified }).innerText();
    assert.match(out, /moody: no table can be made of it: at scores \d+,\d+ it answers \d and then \d/);
    assert.match(out, /eleven: no table can be made of it: at scores 91,0 it answers 11/);
    assert.match(out, /broken: /);

    await page.getByLabel(text.contest.strategy, { exact: true }).selectOption("ahead");
    const map = page.getByRole("img", { name: text.contest.mapOf("ahead") });
    await map.waitFor();
    await page.getByRole("img", { name: text.contest.mapOf(text.contest.optimum) }).waitFor();
    const own = page.locator("section", { has: map }).last();
    await own.getByLabel(text.map.axis("own"), { exact: true }).fill("51");
    await own.getByLabel(text.map.axis("other"), { exact: true }).fill("50");
    assert.equal(await own.locator("output").innerText(), text.map.dice(4));
    await own.getByLabel(text.map.axis("other"), { exact: true }).fill("52");
    assert.equal(await own.locator("output").innerText(), text.map.dice(6));
    await visitor.inspect("contest-1280-light");
    await page.setViewportSize({ width: 360, height: 740 });
    await page.emulateMedia({ colorScheme: "dark" });
    await visitor.inspect("contest-360-dark");
    await visitor.leave();
});
