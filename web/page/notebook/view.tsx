import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { text } from "../../text/en.ts";
import { Curve } from "../parts/curve.tsx";
import { Failure } from "../parts/failure.tsx";
import { change, unitOf, value } from "../parts/numbers.ts";
import { Wide } from "../parts/wide.tsx";
import { Review } from "../review/review.tsx";
import { go, writeRoute } from "../shell/route.ts";
import type { ViewProps } from "../shell/views.ts";
import { due } from "../store/boxes.ts";
import { all, clear, remove, type Card, type SavedGame } from "../store/database.ts";
import { today } from "../store/day.ts";
import { useAnswer } from "../use-answer.ts";
import { Drill } from "./drill.tsx";
import "../style/play.css";
import "../style/notebook.css";

interface Book {
    games: SavedGame[]; // the latest first
    cards: Card[];
}

async function read(): Promise<Book> {
    const [games, cards] = await Promise.all([all("games"), all("cards")]);
    return { games: games.sort((a, b) => b.kept.localeCompare(a.kept) || a.id.localeCompare(b.id)), cards };
}

function Questions({ cards, begin }: { cards: Card[]; begin(cards: Card[]): void }): JSX.Element {
    const now = due(cards, today());
    const later = cards
        .filter((card) => card.due > today())
        .map((card) => card.due)
        .sort();
    return (
        <section>
            <h2>{text.notebook.drill}</h2>
            <p>
                {text.notebook.due(now.length)} {later[0] && text.notebook.later(later.length, later[0])}
            </p>
            {now.length > 0 && (
                <button type="button" class="main-action" onClick={() => begin(now)}>
                    {text.notebook.begin}
                </button>
            )}
        </section>
    );
}

/** The mean cost of a decision over the games of one kind: the number to bring down. */
function Trend({ games }: { games: SavedGame[] }): JSX.Element | null {
    const entries = games
        .toReversed()
        .flatMap((game) =>
            game.people
                .filter((p) => p.decisions > 0 && p.objective === "win")
                .map((p) => ({ game, mean: p.mistakes / p.decisions })),
        );
    if (entries.length < 2) return null;
    const show = (v: number): string => value(v, "win");
    const tell = (at: number): string => {
        const entry = entries[at];
        return entry ? text.notebook.trendPoint(at + 1, entry.game.kept, entry.game.title, show(entry.mean)) : "";
    };
    return (
        <section>
            <h2>{text.notebook.trend}</h2>
            <Curve
                label={text.notebook.trend}
                series={[{ name: text.notebook.mean, values: entries.map((e) => e.mean) }]}
                low={0}
                high={Math.max(0.02, ...entries.map((e) => e.mean))}
                show={show}
                tell={tell}
                begin={entries[0]!.game.kept}
                end={entries.at(-1)!.game.kept}
                hint={text.review.curveHint}
            />
        </section>
    );
}

function Games({ games, drop }: { games: SavedGame[]; drop(id: string): void }): JSX.Element {
    return (
        <section>
            <h2>{text.notebook.games}</h2>
            <Wide label={text.notebook.games}>
                <table class="stack">
                    <thead>
                        <tr>
                            <th scope="col">{text.notebook.day}</th>
                            <th scope="col">{text.notebook.game}</th>
                            <th scope="col">{text.review.player}</th>
                            <th scope="col" class="n">
                                {text.review.outcome}
                            </th>
                            <th scope="col" class="n">
                                {text.review.luck}
                            </th>
                            <th scope="col" class="n">
                                {text.notebook.mean}
                            </th>
                            <td />
                        </tr>
                    </thead>
                    <tbody>
                        {games.flatMap((game) =>
                            game.people.map((person, i) => {
                                const unit = unitOf(person.objective);
                                return (
                                    <tr key={`${game.id}.${i}`}>
                                        <td>{game.kept}</td>
                                        <td>
                                            <a href={writeRoute("notebook", [game.id])}>{game.title}</a>
                                        </td>
                                        <td data-name={text.review.player}>{person.player}</td>
                                        <td class="n" data-name={text.review.outcome}>
                                            {value(person.result, unit)}
                                        </td>
                                        <td class="n" data-name={text.review.luck}>
                                            {change(person.less_is_better ? -person.luck : person.luck, unit)}
                                        </td>
                                        <td class="n" data-name={text.notebook.mean}>
                                            {person.decisions ? value(person.mistakes / person.decisions, unit) : "–"}
                                        </td>
                                        <td>
                                            {i === 0 && (
                                                <button
                                                    type="button"
                                                    class="plain"
                                                    aria-label={text.notebook.removeOf(game.title, game.kept)}
                                                    onClick={() => drop(game.id)}
                                                >
                                                    {text.notebook.remove}
                                                </button>
                                            )}
                                        </td>
                                    </tr>
                                );
                            }),
                        )}
                    </tbody>
                </table>
            </Wide>
        </section>
    );
}

function ClearAll({ done }: { done(): void }): JSX.Element {
    const [asked, setAsked] = useState(false);
    const act = (): void => void Promise.all([clear("games"), clear("cards")]).then(done);
    if (!asked)
        return (
            <button type="button" onClick={() => setAsked(true)}>
                {text.notebook.clear}
            </button>
        );
    return (
        <div class="row" role="group" aria-label={text.notebook.clear}>
            <span role="status">{text.notebook.clearSure}</span>
            <button type="button" onClick={act}>
                {text.notebook.yes}
            </button>
            <button type="button" class="main-action" onClick={() => setAsked(false)}>
                {text.notebook.no}
            </button>
        </div>
    );
}

export function View({ route }: ViewProps): JSX.Element {
    const book = useAnswer([], read);
    const [drill, setDrill] = useState<Card[]>();
    if (!book.answer) {
        return (
            <>
                <h1>{text.notebook.title}</h1>
                {book.error ? <Failure error={book.error} retry={book.again} /> : <p role="status">{text.shell.loading}</p>}
            </>
        );
    }
    const { games, cards } = book.answer;
    const leave = (): void => {
        setDrill(undefined);
        book.again();
    };
    if (drill) return <Drill cards={drill} leave={leave} />;
    const shown = games.find((game) => game.id === route.rest[0]);
    if (shown) {
        return (
            <>
                <p>
                    <button type="button" onClick={() => go(writeRoute("notebook"))}>
                        {text.notebook.title}
                    </button>
                </p>
                <h1>
                    {shown.title}, {shown.kept}
                </h1>
                <Review record={shown.record} rules={shown.rules} />
            </>
        );
    }
    return (
        <>
            <h1>{text.notebook.title}</h1>
            <p class="soft">{games.length ? text.notebook.lead : text.notebook.empty}</p>
            {(games.length > 0 || cards.length > 0) && (
                <>
                    <Questions cards={cards} begin={setDrill} />
                    <Trend games={games} />
                    {games.length > 0 && <Games games={games} drop={(id) => void remove("games", id).then(book.again)} />}
                    <ClearAll done={book.again} />
                </>
            )}
        </>
    );
}
