// Plays at the page's table as people do: only through what they see.
import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { text } from "../text/en.ts";

export interface Wanted {
    game?: string; // its title
    parameters?: Record<string, string>;
    seats?: { kind: string; name?: string; bot?: string }[];
    coach?: keyof typeof text.play.coaching;
    seed?: string;
    order?: "given" | "roll";
    manual?: boolean;
}

export async function choose(page: Page, wanted: Wanted): Promise<void> {
    const game = page.getByLabel(text.play.game, { exact: true });
    if (wanted.game) await game.selectOption({ label: wanted.game });
    if (wanted.parameters) {
        await page.getByText(text.play.variant).click();
        for (const [name, value] of Object.entries(wanted.parameters)) {
            const field = page.getByLabel(name, { exact: true });
            if (await field.evaluate((e) => e.matches("select"))) await field.selectOption(value);
            else await field.fill(value);
        }
    }
    if (wanted.seats) await chooseSeats(page, wanted.seats);
    if (wanted.coach) await page.getByLabel(text.play.coaching[wanted.coach]).check();
    await page.getByText(text.play.details).click();
    if (wanted.order && (wanted.seats?.length ?? 2) > 1) await page.getByLabel(text.play.order).selectOption(wanted.order);
    if (wanted.manual) await page.getByLabel(text.play.dice, { exact: true }).selectOption("manual");
    if (wanted.seed) await page.getByLabel(text.play.seed, { exact: true }).fill(wanted.seed);
}

async function chooseSeats(page: Page, seats: NonNullable<Wanted["seats"]>): Promise<void> {
    const rows = page.locator(".seat");
    while ((await rows.count()) < seats.length) await page.getByRole("button", { name: text.play.add }).click();
    while ((await rows.count()) > seats.length) await rows.last().getByRole("button").click();
    for (const [i, seat] of seats.entries()) {
        const row = rows.nth(i);
        await row.getByLabel(text.play.kind).selectOption(seat.kind);
        if (seat.name) await row.getByLabel(text.play.name, { exact: true }).fill(seat.name);
        if (seat.bot) await row.getByLabel(text.play.bot, { exact: true }).fill(seat.bot);
    }
}

export const begin = (page: Page): Promise<void> => page.getByRole("button", { name: text.play.begin, exact: true }).click();

/** Waits until a person has to decide or the game is over. Skips computers' turns. Returns the buttons of the moves. */
export async function asked(page: Page): Promise<Locator | "over"> {
    const buttons = page.locator(".actions button.move:not(:disabled)");
    const over = page.locator(".outcome");
    const skip = page.getByRole("button", { name: text.play.skip });
    for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
        if (await over.isVisible()) return "over";
        if ((await buttons.count()) > 0) return buttons;
        if (await skip.isVisible()) await skip.click({ timeout: 1000 }).catch(() => undefined);
        else await page.waitForTimeout(10);
        const failure = page.locator(".table .failure");
        if (await failure.isVisible()) assert.fail(await failure.innerText());
    }
    return assert.fail("nobody was asked for a minute");
}

/** Does something that the table answers, and waits for the answer. */
export async function decide(page: Page, act: () => Promise<void>): Promise<void> {
    const events = await page.locator(".table").getAttribute("data-events");
    await act();
    await page.locator(`.table:not([data-events="${events}"])`).waitFor();
}

/** Presses a move even if the coach warns. */
export async function insist(button: Locator): Promise<void> {
    const page = button.page();
    const events = await page.locator(".table").getAttribute("data-events");
    await button.click();
    await page.locator(`.table:not([data-events="${events}"]), [role=alertdialog]`).first().waitFor();
    const warning = page.getByRole("alertdialog");
    if (await warning.isVisible()) await warning.getByRole("button").last().click();
}

/** Plays to the end; `pick` chooses among the names of the buttons, and `press` presses the one chosen. */
export async function playOn(
    page: Page,
    pick: (names: string[]) => number,
    press: (button: Locator) => Promise<void>,
): Promise<number> {
    for (let decisions = 0; decisions < 2000; decisions++) {
        const buttons = await asked(page);
        if (buttons === "over") return decisions;
        const names = await buttons.locator("span").allInnerTexts();
        await decide(page, () => press(buttons.nth(names.length ? pick(names) : 0)));
    }
    return assert.fail("the game did not end");
}
