import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { shown } from "../page/parts/hidden.ts";
import { text } from "../text/en.ts";
import { openLab } from "./site.ts";

const lab = openLab();

/** The ranges of the table in src/base/text.c. */
function rangesOfC(): [number, number][] {
    const source = readFileSync(fileURLToPath(new URL("../../src/base/text.c", import.meta.url)), "utf8");
    const table = /utf8_hidden\[\] = \{(.*?)\n\};/s.exec(source)?.[1] ?? "";
    return [...table.matchAll(/\{0x([0-9A-F]+), 0x([0-9A-F]+)\}/g)].map((range) => [
        parseInt(range[1]!, 16),
        parseInt(range[2]!, 16),
    ]);
}

test("the page shows the characters that the program shows", () => {
    const ranges = rangesOfC();
    assert.ok(ranges.length > 15);
    const other: string[] = [];
    for (let point = 0; point <= 0x10ffff; point++) {
        if (point >= 0xd800 && point <= 0xdfff) continue;
        const c = String.fromCodePoint(point);
        const stays = "\t\n\r".includes(c) || !ranges.some(([first, last]) => first <= point && point <= last);
        if ((shown(c) === c) !== stays) other.push(point.toString(16));
    }
    assert.deepEqual(other, []);
    assert.equal(shown("A\u202eB\u{e0041}\x9b"), String.raw`A\xE2\x80\xAEB\xF3\xA0\x81\x81\xC2\x9B`);
});

test("a rule file's title cannot turn the page's writing round", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    const rules = readFileSync(fileURLToPath(new URL("../../rules/pig.lua", import.meta.url)), "utf8").replace(
        'title = "Pig"',
        'title = "P\u202eig\u061c"',
    );
    await visitor.open("#/rules");
    await page.getByText(text.rules.good("Pig")).waitFor();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate((words) => navigator.clipboard.writeText(words), rules);
    await page.getByRole("textbox", { name: text.rules.editor }).focus();
    await page.keyboard.press("ControlOrMeta+a");
    await page.keyboard.press("ControlOrMeta+v");
    await page.getByText(text.rules.good(String.raw`P\xE2\x80\xAEig\xD8\x9C`)).waitFor();
    const raw = await page.evaluate(() => {
        const editor = document.querySelector(".cm-editor"),
            walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT),
            found: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode())
            if (!editor?.contains(node) && /[\u202e\u061c]/.test(node.nodeValue ?? "")) found.push(node.nodeValue!);
        return found;
    });
    assert.deepEqual(raw, []);
    await visitor.leave();
});
