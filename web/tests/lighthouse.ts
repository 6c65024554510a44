// Lighthouse's scores of the page: performance, accessibility and best practices, on a phone and a desktop, the median of five
// runs. This is not a test, because performance depends on the machine. `tools/web-page node tests/lighthouse.ts`, after `make
// web`, installs Lighthouse in build/lighthouse and prints a table.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { compressing } from "./front.ts";
import { program, serve } from "./site.ts";

const VERSION = "13.5.0",
    RUNS = 5,
    CATEGORIES = ["performance", "accessibility", "best-practices"] as const;
type Scores = Record<(typeof CATEGORIES)[number], number>;

const folder = fileURLToPath(new URL(`../../build/lighthouse/${VERSION}/`, import.meta.url));
const command = join(folder, "node_modules/lighthouse/cli/index.js");

/** Runs a program in Node; returns what it prints. */
function run(file: string, words: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [file, ...words], {
            env: { ...process.env, CHROME_PATH: program },
            stdio: ["ignore", "pipe", "pipe"],
        });
        let out = "",
            err = "";
        child.stdout.on("data", (data) => (out += data));
        child.stderr.on("data", (data) => (err += data));
        child.on("error", reject);
        child.on("close", (status) => (status === 0 ? resolve(out) : reject(new Error(`${file} ended with ${status}:\n${err}`))));
    });
}

async function install(): Promise<void> {
    if (existsSync(command)) return;
    mkdirSync(folder, { recursive: true });
    const npm = join(dirname(process.execPath), "../lib/node_modules/npm/bin/npm-cli.js");
    await run(npm, ["install", "--prefix", folder, "--ignore-scripts", "--no-audit", "--no-fund", `lighthouse@${VERSION}`]);
}

async function measure(address: string, words: string[]): Promise<Scores> {
    const report = JSON.parse(
        await run(command, [
            address,
            "--quiet",
            "--output=json",
            "--no-enable-error-reporting",
            `--only-categories=${CATEGORIES.join(",")}`,
            "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
            ...words,
        ]),
    );
    return Object.fromEntries(CATEGORIES.map((name) => [name, Math.round(100 * report.categories[name].score)])) as Scores;
}

await install();
const host = await serve(),
    front = await compressing(host.address);
await fetch(new URL("alea.wasm", front.address)); // takes seconds to compress
for (const [device, words] of [
    ["phone", []],
    ["desktop", ["--preset=desktop"]],
] as const) {
    const runs: Scores[] = [];
    for (let i = 0; i < RUNS; i++) runs.push(await measure(front.address, [...words]));
    for (const name of CATEGORIES) {
        const scores = runs.map((run) => run[name]).sort((a, b) => a - b);
        console.log(`${device.padEnd(8)} ${name.padEnd(15)} median ${scores[RUNS >> 1]} of ${scores.join(" ")}`);
    }
}
front.server.close();
await host.stop();
process.exit(0); // Chromium's connections
