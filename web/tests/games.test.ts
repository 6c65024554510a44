// Whole games in the page against a computer, using only what people see: games of the catalogue, and a custom one.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import type { Page } from "playwright-core";
import { text } from "../text/en.ts";
import { openLab } from "./site.ts";
import { asked, begin, choose, insist, playOn, type Wanted } from "./table.ts";

const lab = openLab();

const levels = ["beginner", "club", "strong", "perfect"] as const;

/** Holds as soon as it may, rolls four dice in Hog, and else takes the first move. */
function soon(names: string[]): number {
    return ["hold", "4"].map((name) => names.indexOf(name)).find((at) => at >= 0) ?? 0;
}

/** Plays to the end. The computer has also played, and has not forfeited. */
async function playToTheEnd(page: Page): Promise<void> {
    await playOn(page, soon, insist);
    await page.getByRole("heading", { name: text.review.title }).waitFor();
    await page.getByText(text.play.log).click();
    const log = await page.locator(".log").innerText();
    assert.match(log, /Computer/);
    assert.doesNotMatch(log, /forfeit/);
    const rows = page.getByRole("region", { name: text.review.decisions }).locator("tbody tr");
    assert.equal(await rows.count(), 2);
    const decisions = rows.filter({ hasText: "Computer" }).locator(`td[data-name="${text.review.number}"]`);
    assert.ok(Number(await decisions.innerText()) > 0, log);
}

const catalogue: Wanted[] = [
    { game: "Pig", parameters: { goal: "30" } },
    { game: "Hog", parameters: { goal: "40" } },
    { game: "Skunk", parameters: { goal: "20", cap: "30" } },
    { game: "Piglet", parameters: { goal: "8" } },
];

for (const [i, wanted] of catalogue.entries()) {
    test(`${wanted.game} is played to its end against a computer`, async () => {
        const visitor = await lab.visit();
        await visitor.open();
        await choose(visitor.page, {
            ...wanted,
            seats: [{ kind: "person", name: "Ann" }, { kind: levels[i]! }],
            coach: "off",
            seed: "5",
            order: "given",
        });
        await begin(visitor.page);
        await playToTheEnd(visitor.page);
        await visitor.leave();
    });
}

/** A rule file of the catalogue with other numbers and another name, as a user might have changed it. */
function changed(file: string, title: string, ...changes: [string, string][]): string {
    let rules = readFileSync(fileURLToPath(new URL(`../../rules/${file}.lua`, import.meta.url)), "utf8");
    for (const [from, to] of [
        [`name = "${file}"`, 'name = "my-own"'],
        [/title = "[^"]*"/.exec(rules)?.[0] ?? "", `title = "${title}"`],
        ...changes,
    ]) {
        assert.ok(rules.includes(from!), `${file}: ${from}`);
        rules = rules.replace(from!, to!);
    }
    return rules;
}

const own: [title: string, rules: string][] = [
    ["Short Pig", changed("pig", "Short Pig", ["default = 100", "default = 30"])],
    ["My Coins", changed("coin-pig", "My Coins")],
];

for (const [i, [title, rules]] of own.entries()) {
    test(`rules of one's own, ${title}, are played to the end against a computer, and once more`, async () => {
        const visitor = await lab.visit();
        const { page } = visitor;
        await visitor.open(`#/rules?text=${deflateRawSync(Buffer.from(rules)).toString("base64url")}`);
        await page.getByText(text.rules.good(title)).waitFor();
        await page.getByRole("button", { name: text.rules.play }).click();
        await page.getByLabel(text.play.game, { exact: true }).waitFor();
        const name = i === 0 ? "Ann (5)" : "🐷".repeat(20); // as people call themselves
        await choose(page, {
            seats: [{ kind: "person", name }, { kind: levels[i + 1]! }],
            coach: i === 0 ? "warn" : "show",
            seed: "7",
            order: "given",
        });
        await begin(page);
        await page.getByRole("heading", { level: 1, name: title }).waitFor();
        await playToTheEnd(page);
        await page.getByRole("button", { name: text.play.again, exact: true }).click();
        await page.locator(".table[data-events='0']").waitFor();
        assert.notEqual(await asked(page), "over");
        await page.getByRole("heading", { level: 1, name: title }).waitFor();
        await visitor.leave();
    });
}
