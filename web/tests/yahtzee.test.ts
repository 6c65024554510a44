// A sheet and kept dice, on a phone: dice are tapped.
import assert from "node:assert/strict";
import { test } from "node:test";
import { text } from "../text/en.ts";
import { openLab } from "./site.ts";
import { asked, begin, choose, decide } from "./table.ts";

const lab = openLab();

test("dice are kept by tapping them, on a phone, and the boxes are filled", async () => {
    const visitor = await lab.visit({ viewport: { width: 360, height: 740 }, hasTouch: true });
    const { page } = visitor;
    await visitor.open();
    await choose(page, {
        game: "Yahtzee",
        parameters: { turns: "2" },
        seats: [{ kind: "person", name: "Ann" }],
        coach: "off",
        seed: "5",
    });
    await begin(page);
    for (let turn = 0; turn < 2; turn++) {
        const roll = await asked(page);
        assert.ok(roll !== "over");
        await decide(page, () => roll.first().tap()); // the first roll
        for (let again = 0; again < 2; again++) {
            await asked(page);
            const dice = page.locator(".die-button");
            assert.equal(await dice.count(), 5);
            const faces = await dice.evaluateAll((all) => all.map((die) => die.getAttribute("aria-label")));
            const button = page.locator("[data-keep], .keep .main-action");
            // What was kept before the last roll still is; other dice are kept this time.
            const pressed = await dice.evaluateAll((all) => all.map((die) => die.getAttribute("aria-pressed") === "true"));
            assert.equal(pressed.filter(Boolean).length, again === 0 ? 0 : 2);
            for (const [i, kept] of pressed.entries()) if (kept !== (i === 0 || i === 3)) await dice.nth(i).tap();
            assert.equal(await page.locator(".die-button.kept").count(), 2);
            assert.equal(await button.innerText(), text.play.rollAgain(3));
            if (turn === 0 && again === 0) await visitor.inspect("play-keep-360-light");
            await decide(page, () => button.tap());
            const after = await page.locator(".die-button").evaluateAll((all) => all.map((die) => die.getAttribute("aria-label")));
            // what was kept is still there, unless no roll is left and only boxes are offered
            if (after.length === 0) continue;
            for (const kept of [faces[0], faces[3]]) {
                const at = after.indexOf(kept!);
                assert.ok(at >= 0, `${faces} became ${after}`);
                after.splice(at, 1);
            }
        }
        const boxes = await asked(page);
        assert.ok(boxes !== "over");
        assert.equal(await page.locator(".felt .dice .die").count(), 5); // the whole hand, not only what was rolled last
        await decide(page, () => boxes.last().tap());
    }
    assert.equal(await asked(page), "over");
    await page.getByRole("heading", { name: text.review.title }).waitFor();
    await visitor.leave();
});

for (const [game, stop] of [
    ["Farkle", /^bank/],
    ["Zombie Dice", /^stop/],
] as const)
    test(`${game}, which takes minutes to solve, is played at once against a computer`, async () => {
        const visitor = await lab.visit({ viewport: { width: 360, height: 740 }, hasTouch: true });
        const { page } = visitor;
        await visitor.open();
        await choose(page, { game, seed: "3", order: "given" });
        await page.getByText(text.play.quick).waitFor();
        await begin(page);
        let turns = 0;
        for (let decisions = 0; turns < 3 && decisions < 60; decisions++) {
            const moves = await asked(page);
            assert.ok(moves !== "over");
            const names = await moves.locator("span").allInnerTexts();
            const at = names.findIndex((name) => stop.test(name));
            if (at >= 0) turns++;
            await decide(page, () => moves.nth(Math.max(at, 0)).click());
        }
        assert.equal(turns, 3);
        await page.getByText(text.play.log).click();
        assert.match(await page.locator(".log").innerText(), /greedy|Computer/);
        await visitor.inspect(`play-${game.toLowerCase().replace(" ", "-")}-360`);
        await visitor.leave();
    });
