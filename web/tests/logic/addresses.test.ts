// Addresses within the page, and rule files in links.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { readExplored, usual, writeExplored } from "../../page/explore/address.ts";
import { pack, unpack } from "../../page/rules/share.ts";
import { readRoute, writeRoute } from "../../page/shell/route.ts";

test("a route is read back as it was written", () => {
    const address = writeRoute("rules", ["a b", "ü/%"], { text: "x?y&z", game: "pig(goal=50)" });
    const route = readRoute(address);
    assert.equal(route.view, "rules");
    assert.deepEqual(route.rest, ["a b", "ü/%"]);
    assert.equal(route.query.get("text"), "x?y&z");
    assert.equal(route.query.get("game"), "pig(goal=50)");
});

test("a mistyped address is read without an error", () => {
    for (const hash of ["", "#", "#/", "#//", "#/%E0%A4%A", "#/play?%", "#?x", "#/a?b?c"]) assert.ok(readRoute(hash));
    assert.deepEqual(readRoute("#/%E0%A4%A").view, "%E0%A4%A");
});

test("the state of Explore is read back from its address", () => {
    const states = [
        usual,
        { ...usual, game: "pig", parameters: { goal: "50", players: "2" }, own: 12, other: 40, turn: 7 },
        { ...usual, game: "hog", bot: "always(4)", second: "optimal", map: "value" as const, surface: true, objective: "win" },
        { ...usual, game: "yahtzee", position: "sheet=1,2 roll=1", memory: 0 },
    ];
    for (const state of states) assert.deepEqual(readExplored(writeExplored(state)), state);
});

test("mistyped words of Explore's address count as left out", () => {
    assert.deepEqual(readExplored("#/explore/pig?own=-3&turn=1e9&map=all&as=cube&bot=%20"), usual);
    assert.equal(readExplored("#/explore/(goal=3").game, "pig");
});

test("rule files are read back from a link", async () => {
    for (const name of ["pig", "yahtzee", "pig-pen"]) {
        const rules = readFileSync(fileURLToPath(new URL(`../../../rules/${name}.lua`, import.meta.url)), "utf8");
        const word = await pack(rules);
        assert.match(word, /^[A-Za-z0-9_-]+$/);
        assert.ok(word.length < rules.length);
        assert.equal(await unpack(word), rules);
    }
    assert.equal(await unpack(await pack("ü€😀")), "ü€😀");
});

test("a damaged link and one that unpacks to a huge text are refused", async () => {
    const word = await pack("family = 'race'".repeat(20));
    await assert.rejects(unpack(word.slice(0, -3)));
    await assert.rejects(unpack("*"));
    await assert.rejects(unpack(await pack("a".repeat(3 << 20))), RangeError);
});
