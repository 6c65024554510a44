// A bot that plays in a sandboxed frame: sends it questions, and handles a bot that does not answer.
import { frames } from "virtual:frame";
import { readReport, type Answer, type Failed, type Order, type Grid, type Program, type Question } from "../../frame/protocol.ts";
import { text } from "../../text/en.ts";

/** Seconds that a bot has for a batch of questions, or to start. */
export const patience = 5;

/** Why a program cannot play at all. */
export class BotError extends Error {
    readonly line: number;
    constructor(message: string, line: number) {
        super(line ? text.arena.atLine(line, message) : message);
        this.name = "BotError";
        this.line = line;
    }
}

interface Waiting {
    batch: number;
    questions: number;
    settle(answers: Answer[]): void;
    fail(why: string, line: number): void;
    /** Wanted instead of answers. */
    table?(table: number[], why: string): void;
}

export class Outsider {
    /** Why it was ended; null while it plays. */
    ended: string | null = null;
    readonly #frame: HTMLIFrameElement;
    readonly #port: MessagePort;
    readonly #patience: number;
    #waiting: Waiting | null = null;
    #batch = 0;

    private constructor(frame: HTMLIFrameElement, port: MessagePort, seconds: number) {
        this.#frame = frame;
        this.#port = port;
        this.#patience = seconds * 1000;
        port.onmessage = (event) => this.#take(event.data);
    }

    /** Makes the frame and starts the program in it. Rejects with a BotError. */
    static async start(program: Program, seconds = patience): Promise<Outsider> {
        const frame = document.createElement("iframe");
        frame.setAttribute("sandbox", "allow-scripts");
        frame.hidden = true;
        frame.title = text.arena.frame;
        frame.srcdoc = frames[program.kind];
        const { port1, port2 } = new MessageChannel();
        const bot = new Outsider(frame, port1, seconds);
        const loaded = new Promise((resolve) => frame.addEventListener("load", resolve, { once: true }));
        document.body.append(frame);
        await loaded;
        frame.contentWindow?.postMessage("", "*", [port2]);
        await new Promise<void>((resolve, reject) => {
            const fail = (why: string, line: number): void => reject(new BotError(why, line));
            bot.#wait({ batch: 0, questions: 0, settle: () => resolve(), fail });
            bot.#port.postMessage({ start: program } satisfies Order);
        });
        return bot;
    }

    /** Asks all questions at once. A bot that was ended is not asked and forfeits. */
    ask(questions: Question[], open: number[], seed: number): Promise<Answer[]> {
        if (this.ended !== null) return Promise.resolve(this.#forfeits(questions.length, "skipped"));
        return new Promise((settle) => {
            const batch = ++this.#batch;
            const fail = (): void => settle(this.#forfeits(questions.length, "fuel"));
            this.#wait({ batch, questions: questions.length, settle, fail });
            this.#port.postMessage({ batch, open, seed, questions } satisfies Order);
        });
    }

    /** The answers to all questions of a game for two, or the reason why there is no such table. */
    tabulate(grid: Grid): Promise<{ table: number[]; why: string }> {
        if (this.ended !== null) return Promise.resolve({ table: [], why: this.ended });
        return new Promise((resolve) => {
            const fail = (why: string): void => resolve({ table: [], why });
            this.#wait({
                batch: ++this.#batch,
                questions: 0,
                settle: () => {},
                fail,
                table: (table, why) => resolve({ table, why }),
            });
            this.#port.postMessage({ tabulate: grid } satisfies Order);
        });
    }

    close(): void {
        this.#end(text.arena.closed, 0);
    }

    /** The first question ended the bot, so the others were not asked. */
    #forfeits(questions: number, first: Failed["failure"]): Answer[] {
        const why = this.ended ?? "";
        return Array.from({ length: questions }, (_, i) => ({ failure: i ? "skipped" : first, text: why }));
    }

    #wait(waiting: Waiting): void {
        const late = setTimeout(() => this.#end(text.arena.noAnswer(this.#patience / 1000), 0), this.#patience);
        const settled =
            <A extends unknown[]>(act: (...values: A) => void) =>
            (...values: A): void => {
                clearTimeout(late);
                this.#waiting = null;
                act(...values);
            };
        const { settle, fail, table } = waiting;
        this.#waiting = { ...waiting, settle: settled(settle), fail: settled(fail), ...(table && { table: settled(table) }) };
    }

    /** Removes the frame, and with it the worker, whatever that is doing. */
    #end(why: string, line: number): void {
        if (this.ended !== null) return;
        this.ended = why;
        this.#port.close();
        this.#frame.remove();
        this.#waiting?.fail(why, line);
    }

    #take(message: unknown): void {
        const report = readReport(message);
        const waiting = this.#waiting;
        if (report && "failed" in report) this.#end(report.failed, report.line);
        else if (!report || !waiting) this.#end(text.arena.forged, 0);
        else if ("table" in report && waiting.table) waiting.table(report.table, report.why);
        else if ("ready" in report && waiting.batch === 0) waiting.settle([]);
        else if (
            "answers" in report &&
            !waiting.table &&
            report.batch === waiting.batch &&
            report.answers.length === waiting.questions
        )
            waiting.settle(report.answers);
        else this.#end(text.arena.forged, 0);
    }
}
