import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "playwright-core";
import { text } from "../text/en.ts";
import { openLab, serve, Visitor } from "./site.ts";

const lab = openLab();

interface File {
    name: string;
    content: string | Buffer;
}

interface Wanted {
    game?: string;
    players?: string;
    parameters?: Record<string, string>;
    bots?: string[];
    files?: File[];
    games?: string;
    seed?: string;
}

/** Sets the arena up by its form: no bots but these. */
async function setUp(
    page: Page,
    { game = "Pig", players = "2", bots = [], files = [], games = "100", seed = "20251", parameters = {} }: Wanted,
): Promise<void> {
    await page.getByLabel(text.arena.game, { exact: true }).selectOption({ label: game });
    const seats = page.getByLabel(text.arena.players);
    if (await seats.isVisible()) await seats.fill(players);
    for (const [name, value] of Object.entries(parameters)) {
        const field = page.getByLabel(name, { exact: true });
        if (!(await field.isVisible())) await page.getByText(text.play.variant).click();
        await field.fill(value);
    }
    const group = page.getByRole("group", { name: text.arena.bots });
    const removers = group.getByRole("button", { name: /^Remove / });
    while ((await removers.count()) > 0) await removers.first().click();
    for (const bot of bots) {
        await page.getByLabel(text.arena.spec, { exact: true }).fill(bot);
        await group.getByRole("button", { name: text.arena.addAs, exact: true }).click();
    }
    if (files.length)
        await page
            .locator("input[type=file]")
            .setInputFiles(
                files.map(({ name, content }) => ({ name, mimeType: "application/octet-stream", buffer: Buffer.from(content) })),
            );
    await page.getByLabel(text.arena.games).selectOption(games);
    await page.getByLabel(text.arena.seed).fill(seed);
}

interface Line {
    wins: string;
    games: string;
    forfeits: string;
    exact: string;
}

/** Plays until the arena has finished, and reads the standings by bot. */
async function play(page: Page): Promise<Map<string, Line>> {
    await page.getByRole("button", { name: /^Play( again)?$/ }).click();
    await page.getByText(/^Finished: /).waitFor({ timeout: 60_000 });
    return standings(page);
}

async function standings(page: Page): Promise<Map<string, Line>> {
    const table = page.getByRole("region", { name: text.arena.standings });
    const heads = (await table.locator("thead th, thead td").allTextContents()).map((head) => head.trim());
    const lines = new Map<string, Line>();
    for (const row of await table.locator("tbody tr").all()) {
        const cells = (await row.locator("th, td").allTextContents()).map((cell) => cell.trim());
        const cell = (head: string): string => cells[heads.indexOf(head)] ?? "";
        lines.set(cell(text.arena.bot), {
            wins: cell(text.arena.wins),
            games: cell(text.arena.played),
            forfeits: cell(text.arena.forfeits),
            exact: cell(text.arena.exact),
        });
    }
    return lines;
}

/** The share of wins that a line shows. */
const share = (line: Line | undefined): number => Number(/^[\d.]+/.exec(line?.wins ?? "")?.[0]) / 100;

const steady = "function decide(view) { return view.turn < 20 && view.total < view.goal; }\n";
const steadyLua = "return function(view) return view.turn < 20 and view.total < view.goal end\n";

/** How often each bot of the program wins, in the order of the words. */
function nativeRates(...words: string[]): number[] {
    const run = lab.json<{ standings: { win_rate: number }[] }>("run", ...words);
    return run.standings.map((standing) => standing.win_rate);
}

test("a bot in JavaScript has the games that the program gives it in Lua", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/arena");
    await setUp(page, { bots: ["hold(25)"], files: [{ name: "steady.js", content: steady }], games: "1000", seed: "7" });
    await visitor.inspect("arena-setup-1280-light");
    const lines = await play(page);
    writeFileSync(join(lab.folder, "steady.lua"), steadyLua);
    const [hold, mine] = nativeRates("pig", "hold(25)", "steady.lua", "--games", "1000", "--seed", "7");
    assert.equal(share(lines.get("steady")).toFixed(4), mine!.toFixed(4));
    assert.equal(share(lines.get("hold(25)")).toFixed(4), hold!.toFixed(4));
    // steady holds where hold(20) does
    const exact = lab.json<{ mean: { win: { value: number }; loss: { value: number } } }>("eval", "pig", "hold(25)", "hold(20)");
    await page.getByText(text.arena.exactly(`${(100 * exact.mean.loss.value).toFixed(5)}\u00a0%`)).waitFor();
    assert.equal(lines.get("hold(25)")?.exact, `${(100 * exact.mean.win.value).toFixed(3)}\u00a0%`);
    await visitor.inspect("arena-1280-light");
    await visitor.leave();
});

/** A core module that rolls while it has fewer than 20 points more than the first of the others, by seat. */
function chasingModule(): Buffer {
    const name = (word: string): number[] => [word.length, ...Buffer.from(word)];
    const exports = [2, ...name("memory"), 2, 0, ...name("should_roll"), 0, 0];
    const code = [0x20, 0, 0x20, 1, 0x28, 2, 0, 0x41, 20, 0x6a, 0x49, 0x0b]; // own < i32.load(list) + 20
    return Buffer.from([
        0,
        0x61,
        0x73,
        0x6d,
        1,
        0,
        0,
        0,
        1,
        8,
        1,
        0x60,
        3,
        0x7f,
        0x7f,
        0x7f,
        1,
        0x7f,
        3,
        2,
        1,
        0,
        5,
        3,
        1,
        0,
        1,
        7,
        exports.length,
        ...exports,
        10,
        code.length + 3,
        1,
        code.length + 1,
        0,
        ...code,
    ]);
}

test("a dropped module plays Pig-Pen for three as in the program; any game is shown, and is the program's", async () => {
    const visitor = await lab.visit({ viewport: { width: 360, height: 740 }, colorScheme: "dark", hasTouch: true });
    const { page } = visitor;
    await visitor.open("#/arena");
    await setUp(page, { game: "Pig-Pen", players: "3", bots: ["hold(25)", "keep-pace"], games: "1000", seed: "11" });
    const transfer = await page.evaluateHandle(
        (bytes) => {
            const data = new DataTransfer();
            data.items.add(new File([new Uint8Array(bytes)], "chaser.wasm"));
            return data;
        },
        [...chasingModule()],
    );
    await page.getByRole("group", { name: text.arena.bots }).dispatchEvent("drop", { dataTransfer: transfer });
    await page.getByText(text.arena.kinds.wasm, { exact: true }).waitFor();
    await visitor.inspect("arena-setup-360-dark");
    const lines = await play(page);
    writeFileSync(join(lab.folder, "chaser.wasm"), chasingModule());
    const record = ["--record", "run.jsonl", "--record-games", "1000"];
    const rates = nativeRates("pig-pen", "hold(25)", "keep-pace", "chaser.wasm", "--games", "1000", "--seed", "11", ...record);
    for (const [i, bot] of ["hold(25)", "keep-pace", "chaser"].entries())
        assert.equal(share(lines.get(bot)).toFixed(4), rates[i]!.toFixed(4), await page.locator(".results").innerText());

    await page.getByLabel(text.arena.number, { exact: true }).fill("17");
    await page.getByRole("button", { name: text.arena.showOf("hold(25), keep-pace, chaser") }).tap();
    await page.getByRole("heading", { name: /^A game of/ }).waitFor();
    await page.getByRole("button", { name: text.arena.last, exact: true }).tap();
    await visitor.inspect("arena-game-360-dark");
    const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: text.arena.record }).tap(),
    ]);
    const saved = readFileSync(await download.path(), "utf8")
        .replace('"chaser"', '"chaser.wasm"')
        .split("\n");
    const all = readFileSync(join(lab.folder, "run.jsonl"), "utf8").split("\n");
    const begin = all.findIndex((line) => line.startsWith('{"begin":17,'));
    const heading = all[0]?.replace(/("bots_sha256":).*\]/, "$1[null,null,null]"); // the arena's bots have none
    assert.deepEqual(saved, [heading, ...all.slice(begin, begin + saved.length - 2), ""]);
    await visitor.leave();
});

/** After all attempts have ended, the bot throws their results, which the page shows as the reason of the forfeit. */
function escaping(address: string): string {
    return `
        const log = (globalThis.log ??= {});
        function attempt(name, act) {
            if (name in log) return;
            log[name] = "?";
            const end = (word) => (log[name] = word);
            try { act(() => end("ESCAPED"), () => end("no")); } catch (error) { end("no"); }
        }
        attempt("fetch", (yes, no) => fetch("${address}fetch").then(yes, no));
        attempt("xhr", (yes, no) => { const x = new XMLHttpRequest(); x.onload = yes; x.onerror = no; x.open("GET", "${address}xhr"); x.send(); });
        attempt("socket", (yes, no) => { const s = new WebSocket("${address.replace("http", "ws")}"); s.onopen = yes; s.onerror = no; });
        attempt("events", (yes, no) => { const s = new EventSource("${address}events"); s.onopen = yes; s.onerror = no; });
        attempt("scripts", (yes) => { importScripts("${address}scripts"); yes(); });
        attempt("import", (yes, no) => import("${address}import").then(yes, no));
        attempt("data", (yes, no) => import("data:text/javascript,1").then(yes, no));
        attempt("db", (yes, no) => { const r = indexedDB.open("x"); r.onsuccess = yes; r.onerror = no; });
        attempt("caches", (yes, no) => caches.open("x").then(yes, no));
        attempt("eval", (yes) => { (0, eval)("1"); yes(); });
        attempt("code", (yes) => { Function("return 1")(); yes(); });
        attempt("wasm", (yes) => { new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0])); yes(); });
        attempt("timer", (yes) => { setTimeout(yes, 0); yes(); });
        attempt("page", (yes) => { parent.document.title = "x"; yes(); });
        function decide(view) {
            const words = Object.entries(log).map(([name, word]) => name + ":" + word);
            if (words.every((word) => !word.endsWith("?"))) throw new Error(words.join(" "));
            return view.turn < 20 && view.total < view.goal;
        }`;
}

test("a bot reaches nothing outside its worker, and the frame nothing outside itself", async () => {
    const asked: string[] = [];
    const other = createServer((request, response) => {
        asked.push(request.url ?? "");
        response.writeHead(200, { "access-control-allow-origin": "*", "content-type": "text/javascript" }).end("1");
    });
    await new Promise<void>((ready) => other.listen(0, "127.0.0.1", ready));
    other.unref();
    const address = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/arena");
    await setUp(page, { bots: ["hold(25)"], files: [{ name: "spy.js", content: escaping(address) }], games: "1000" });
    await play(page);
    const names = [
        "fetch",
        "xhr",
        "socket",
        "events",
        "scripts",
        "import",
        "data",
        "db",
        "caches",
        "eval",
        "code",
        "wasm",
        "timer",
        "page",
    ];
    const fault = await page.getByRole("status").filter({ hasText: text.arena.faults }).innerText();
    for (const name of names) assert.match(fault, new RegExp(`\\b${name}:no\\b`), fault);
    assert.deepEqual(asked, [], "no request left the browser");

    // The frame: it has another origin, and ignores everything except the page's first message.
    const frame = page.frames().find((one) => one !== page.mainFrame());
    assert.ok(frame);
    assert.equal(await frame.evaluate(() => origin), "null");
    assert.equal(await page.evaluate(() => document.querySelector("iframe")!.contentDocument), null);
    const refused = await frame.evaluate(async (where) => {
        const says = async (act: () => unknown): Promise<string> => {
            try {
                await act();
                return "ESCAPED";
            } catch {
                return "no";
            }
        };
        const opens = (): Promise<unknown> =>
            new Promise((done, fail) => {
                const request = indexedDB.open("x");
                request.onsuccess = done;
                request.onerror = fail;
            });
        return Promise.all([
            says(() => fetch(where)),
            says(opens),
            says(() => localStorage.length),
            says(() => document.cookie),
            says(() => parent.document.title),
            says(() => (top!.location.href = where)),
        ]);
    }, address);
    assert.deepEqual(
        refused,
        refused.map(() => "no"),
    );
    assert.deepEqual(asked, []);
    other.close();
    await visitor.context.close(); // the console shows the refused request, as it should
});

/** A program that leaves its function, gets hold of what the worker's script removes, and sends its own message. */
const breakout = (message: string): string =>
    `return { decide() { forge(); return true; } }; } const send = self.postMessage.bind(self); self.forge = () => send(${message}); function rest() {`;

/** The wins of each group of bots that these are not in. */
async function groupsWithout(page: Page, bad: string[]): Promise<string[]> {
    const rows = await page.locator(".meetings tbody tr th").allInnerTexts();
    return rows.filter((row) => !bad.some((name) => row.includes(name)));
}

test("bots that hang, crash, answer wrongly or forge messages end alone, and the others' results stay", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/arena");
    const good = [{ name: "steady.js", content: steady }];
    const honest = { bots: ["hold(20)", "optimal"], files: good, games: "100" };
    await setUp(page, honest);
    await play(page);
    const alone = await groupsWithout(page, []);
    assert.equal(alone.length, 3);
    const bad: File[] = [
        { name: "hang.js", content: "let n = 0;\nfunction decide(view) { while (++n > 3); return true; }" },
        { name: "crash.js", content: "function decide(view) {\n    return view.others.nothing.here;\n}" },
        { name: "wrong.js", content: "function decide(view) { return 'rol'; }" },
        { name: "later.js", content: "async function decide(view) { return true; }" },
        { name: "forger.js", content: breakout("({ batch: 1, answers: [true] })") },
        { name: "talker.js", content: breakout("({ hello: 1 })") },
        { name: "syntax.js", content: "function decide(view) {\n    return true;\n}}\nlet 1;" },
        { name: "empty.js", content: "// nothing\n" },
        { name: "no.wasm", content: "not a module" },
    ];
    await setUp(page, { ...honest, files: [...good, ...bad] });
    const lines = await play(page);
    const names = bad.map((file) => file.name.replace(/\..*/, ""));
    assert.deepEqual(await groupsWithout(page, names), alone);
    const faults = await page.getByRole("status").filter({ hasText: text.arena.faults }).innerText();
    for (const sentence of [
        /hang: It did not answer within 5 seconds and was ended/,
        /crash forfeited .*TypeError.*line 2/,
        /wrong forfeited .*returned "rol"/,
        /later forfeited .*a promise/,
        /forger: It sent a message that is no answer/,
        /talker: It sent a message that is no answer/,
        /syntax: Line \d: /,
        /empty: The file defines none of the functions/,
        /no: .*WebAssembly/,
    ])
        assert.match(faults, sentence);
    for (const name of names) assert.equal(lines.get(name)?.games, lines.get("hold(20)")?.games, name);
    await visitor.inspect("arena-faults-1280-light");
    await visitor.leave();
});

test("bots that cannot play at all are told when they are added, forfeit, and nobody else stops", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/arena");
    const good = { bots: ["hold(20)", "hold(25)", "hold(30)"], games: "100" };
    await setUp(page, good);
    await play(page);
    const alone = await groupsWithout(page, []);
    const bad: File[] = [
        { name: "racer.lua", content: "function decide(view) return view.turn < 20 end\n" },
        { name: "syntax.lua", content: "return functoin() end\n" },
        { name: "table.csv", content: "own,other\n1,2,3\n" },
        { name: "broken.js", content: "function decide(view) {\n" },
    ];
    await setUp(page, { ...good, bots: [...good.bots, "graded(club)", "hold(x)"], files: bad });
    const group = page.getByRole("group", { name: text.arena.bots }),
        fault = (name: string) =>
            group
                .getByRole("listitem")
                .filter({ has: page.getByText(name, { exact: true }) })
                .locator(".bot-fault");
    const said: [string, RegExp][] = [
        ["graded(club)", /no built-in bot “graded\(club\)” in this game\. There are hold\(n\), /],
        ["hold(x)", /hold/],
        ["racer", /must return a function/],
        ["syntax", /syntax\.lua:1/],
        ["table", /table\.csv/],
        ["broken", /SyntaxError/],
    ];
    for (const [name, words] of said) assert.match(await fault(name).innerText(), words);
    assert.equal(await group.locator(".bot-fault").count(), said.length);
    await visitor.inspect("arena-bad-1280-light");
    const lines = await play(page);
    assert.deepEqual(
        await groupsWithout(
            page,
            said.map(([name]) => name),
        ),
        alone,
    );
    const faults = await page.getByRole("status").filter({ hasText: text.arena.faults }).innerText();
    for (const [name, words] of said) {
        assert.match(faults, words, name);
        // In a game between two bots that cannot play, the one that is asked second need not forfeit.
        assert.equal(lines.get(name)?.games, lines.get("hold(20)")?.games, name);
        assert.ok(Number(lines.get(name)?.forfeits.replace(/\D/g, "")) >= 300, name);
    }
    assert.equal(lines.get("hold(20)")?.forfeits, "0");
    assert.doesNotMatch(faults, /\.\./);
    await visitor.leave();
});

test("where all exact results are known they rank, and not the luck of the games", async () => {
    const visitor = await lab.visit();
    const { page } = visitor;
    await visitor.open("#/arena");
    // With this seed hold(20) wins more than half of the games, although bank(25) is the better of the two.
    await setUp(page, { bots: ["hold(20)", "bank(25)"], games: "1000", seed: "20251" });
    const lines = await play(page);
    await page.getByText(text.arena.byExact).waitFor();
    const exact = lab.json<{ mean: { win: { value: number } } }>("eval", "pig", "hold(20)", "bank(25)").mean.win.value;
    assert.ok(exact < 0.5 && share(lines.get("hold(20)")) > 0.5, `${exact} ${lines.get("hold(20)")?.wins}`);
    assert.deepEqual([...lines.keys()], ["bank(25)", "hold(20)"]);
    await visitor.leave();
});

test("by keyboard: a bot is written in the page, its mistake is shown at its line, it is mended, plays Hog and has an exact result", async () => {
    const visitor = await lab.visit({ colorScheme: "dark" });
    const { page } = visitor;
    await visitor.open("#/arena");
    await setUp(page, { game: "Hog", bots: ["always(5)"], games: "100" });
    await page.getByRole("button", { name: text.arena.write }).focus();
    await page.keyboard.press("Enter");
    const source = page.getByLabel(text.arena.edit(text.arena.own));
    await source.fill("function final_strategy(score, opponent) {\n    return score > > opponent ? 4 : 6;\n}\n");
    await page.getByRole("button", { name: text.arena.start, exact: true }).focus();
    await page.keyboard.press("Enter");
    await page.getByText(`${text.arena.own}: ${text.arena.atLine(2, "SyntaxError")}`).waitFor();
    await page.getByText(/^Finished: /).waitFor();
    await source.fill("function final_strategy(score, opponent) {\n    return score > opponent ? 4 : 6;\n}\n");
    const lines = await play(page);
    assert.equal(lines.get("always(5)")?.forfeits, "0");
    assert.equal(lines.get(text.arena.own)?.forfeits, "0");
    writeFileSync(join(lab.folder, "ahead.lua"), "return function(view) return view.own > view.opponent and 4 or 6 end\n");
    const exact = lab.json<{ mean: { win: { value: number } } }>("eval", "hog", "ahead.lua", "always(5)");
    assert.equal(lines.get(text.arena.own)?.exact, `${(100 * exact.mean.win.value).toFixed(3)}\u00a0%`);
    await visitor.inspect("arena-hog-1280-dark");
    await visitor.leave();
});

test("what is chosen while a file is read stays chosen", async () => {
    const visitor = await lab.visit(),
        { page } = visitor;
    await page.addInitScript(() => {
        const read = Blob.prototype.arrayBuffer;
        Blob.prototype.arrayBuffer = async function (this: Blob) {
            await new Promise((resolve) => Object.assign(globalThis, { goOn: resolve }));
            return read.call(this);
        };
    });
    for (const route of ["#/arena", "#/contest"]) {
        await visitor.open(route);
        await page.getByRole("heading", { level: 1, name: route === "#/arena" ? text.arena.title : text.contest.title }).waitFor();
        const group = page.getByRole("group", { name: text.arena.bots });
        await group
            .locator("input[type=file]")
            .setInputFiles({ name: "late.lua", mimeType: "text/plain", buffer: Buffer.from(steadyLua) });
        await group
            .getByRole("button", { name: /^Remove / })
            .first()
            .click();
        const others = await group.getByRole("listitem").count();
        if (route === "#/arena") {
            await page.getByLabel(text.arena.games).selectOption("100");
            await page.getByLabel(text.arena.seed).fill("77");
        } else {
            await page.getByText(text.play.variant).click();
            await page.getByLabel("goal", { exact: true }).fill("77");
        }
        await page.evaluate(() => (globalThis as unknown as { goOn(): void }).goOn());
        await group.getByText("late", { exact: true }).waitFor();
        assert.equal(await group.getByRole("listitem").count(), others + 1);
        if (route === "#/arena") {
            assert.equal(await page.getByLabel(text.arena.games).inputValue(), "100");
            assert.equal(await page.getByLabel(text.arena.seed).inputValue(), "77");
        } else assert.equal(await page.getByLabel("goal", { exact: true }).inputValue(), "77");
    }
    await visitor.leave();
});

test("offline; standings grow, stop when they shall, and the page says why a result is not exact", async () => {
    const host = await serve();
    const visitor = await Visitor.come(lab.browser, host.address);
    const { page } = visitor;
    await visitor.open("#/arena");
    await page.evaluate(() => navigator.serviceWorker.ready);
    await host.stop();
    await page.reload();
    const chance = "function decide(view) { return Math.random() < 0.8; }\n";
    await setUp(page, {
        bots: ["hold(20)"],
        files: [
            { name: "chance.js", content: chance },
            { name: "steady.lua", content: steadyLua },
        ],
        games: "1000000",
    });
    await page.getByRole("button", { name: text.arena.start, exact: true }).click();
    const games = async (): Promise<number> => Number((await standings(page)).get("chance")?.games.replace(/\D/g, ""));
    await page.getByRole("button", { name: text.arena.stop, exact: true }).waitFor();
    await page.waitForFunction(
        (label) =>
            Number(document.querySelector(`[aria-label="${label}"] tbody td:nth-last-child(2)`)?.textContent?.replace(/\D/g, "")) >
            0,
        text.arena.standings,
    );
    const before = await games();
    await page.waitForTimeout(500);
    assert.ok((await games()) > before);
    await page.getByRole("button", { name: text.arena.stop, exact: true }).click();
    await page.getByText(/^Stopped after /).waitFor();

    await setUp(page, { bots: ["hold(20)"], files: [{ name: "chance.js", content: chance }], games: "100", seed: "5" });
    const once = await play(page);
    await page.getByText(/chance: no table can be made of it: at scores 0,0 it holds with \d+ and rolls with/).waitFor();
    assert.deepEqual([...(await play(page))], [...once], "chance comes from the seed");
    await visitor.leave();
});
