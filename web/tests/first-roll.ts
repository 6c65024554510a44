// How long a first visit takes until the first roll, at 10 Mbit/s and 60 ms, with files as a host sends them by brotli. No test: times
// depend on the machine. `tools/web-page node tests/first-roll.ts`, after `make web`, prints the times of five visits.
import { text } from "../text/en.ts";
import { compressing } from "./front.ts";
import { launch, serve, Visitor } from "./site.ts";

const VISITS = 5,
    BITS_PER_SECOND = 10e6,
    LATENCY = 60;

/** Milliseconds until the page can be used, and until a game was begun and the die of the first roll shows. */
async function visit(visitor: Visitor): Promise<[number, number]> {
    const { page, context } = visitor,
        session = await context.newCDPSession(page);
    const throughput = BITS_PER_SECOND / 8;
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
        offline: false,
        latency: LATENCY,
        downloadThroughput: throughput,
        uploadThroughput: throughput,
    });
    const begun = performance.now();
    await visitor.open();
    const begin = page.getByRole("button", { name: text.play.begin, exact: true });
    await begin.waitFor();
    const ready = performance.now();
    await begin.click();
    const roll = page.getByRole("button", { name: text.play.roll }).or(page.getByRole("button", { name: text.play.skip }));
    await roll.first().click();
    await page
        .getByRole("img", { name: /The die shows/ })
        .first()
        .waitFor();
    return [ready - begun, performance.now() - begun];
}

const host = await serve(),
    front = await compressing(host.address),
    browser = await launch();
await fetch(new URL("alea.wasm", front.address)); // takes seconds to compress
const times: [number, number][] = [];
for (let i = 0; i <= VISITS; i++) {
    const visitor = await Visitor.come(browser, front.address, { serviceWorkers: "block" });
    const time = await visit(visitor);
    if (i > 0) times.push(time); // before the first, the other files are not compressed yet
    await visitor.context.close();
}
const shown = (which: 0 | 1): string =>
    times
        .map((time) => Math.round(time[which]))
        .sort((a, b) => a - b)
        .join(" ");
console.log(`ready after ${shown(0)} ms\nfirst roll after ${shown(1)} ms`);
await browser.close();
front.server.close();
await host.stop();
