import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PlayHint, PlayState } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { engine } from "../engine.ts";
import { shortTitle } from "../games/games.ts";
import { Dice } from "../parts/dice.tsx";
import { Facts } from "../parts/facts.tsx";
import { Failure, sentence } from "../parts/failure.tsx";
import { unitOf, value } from "../parts/numbers.ts";
import { Sentences } from "../parts/sentences.tsx";
import { Working } from "../parts/working.tsx";
import { Worth } from "../play/coach-panel.tsx";
import { ruleFiles } from "../review/rule-files.ts";
import { answered } from "../store/boxes.ts";
import { put, type Card } from "../store/database.ts";
import { today } from "../store/day.ts";
import { useAnswer } from "../use-answer.ts";

interface Question {
    state: PlayState;
    hint: PlayHint;
    faces: number[];
}

/** Sets up the position of a card: the record is resumed there. */
async function setUp(card: Card): Promise<Question> {
    const alea = await engine();
    const state = await alea.call({
        do: "play.restore",
        record: card.record,
        coach: true,
        for: card.objective as "win",
        ...ruleFiles(card.record, card.rules),
    });
    try {
        const hint = await alea.call({ do: "play.hint", id: state.id });
        const { events } = await alea.call({ do: "play.events", id: state.id });
        const turn = events.filter((event) => event.turn === state.turn);
        return { state, hint, faces: turn.findLast((event) => event.faces !== null)?.faces ?? [] };
    } finally {
        await alea.call({ do: "play.close", id: state.id });
    }
}

interface Verdict {
    right: boolean;
    said: string;
    card: Card;
}

function judge(card: Card, hint: PlayHint, move: number): Verdict {
    const chosen = hint.moves.find((m) => m.move === move);
    const best = hint.moves.find((m) => m.move === hint.best);
    const right = chosen !== undefined && chosen.cost === 0;
    const cost = value(chosen?.cost ?? 0, unitOf(hint.objective));
    const said = right ? text.notebook.right(chosen.name) : text.notebook.wrong(chosen?.name ?? "", cost, best?.name ?? "");
    return { right, said, card: answered(card, right, today()) };
}

function Position({ state, faces }: { state: PlayState; faces: number[] }): JSX.Element {
    return (
        <>
            <ul class="players">
                {state.in_seat.map((player, seat) => (
                    <li key={seat} class={state.seat === seat ? "player turn" : "player"}>
                        <span class={`name k${player % 4}`}>{state.players[player]?.name}</span>
                        <Facts facts={state.facts[seat] ?? []} />
                    </li>
                ))}
            </ul>
            {faces.length > 0 && <Dice faces={faces} sides={Math.max(6, ...faces)} roll={0} />}
        </>
    );
}

function Ask({
    card,
    question,
    left,
    next,
}: {
    card: Card;
    question: Question;
    left: number;
    next(card: Card, right: boolean): void;
}): JSX.Element {
    const [verdict, setVerdict] = useState<Verdict>();
    const [failure, setFailure] = useState<string | null>(null);
    const [all, setAll] = useState(false);
    const onward = useRef<HTMLButtonElement>(null);
    const first = useRef<HTMLDivElement>(null);
    useLayoutEffect(() => first.current?.querySelector("button")?.focus(), []);
    useLayoutEffect(() => {
        if (verdict) onward.current?.focus();
    }, [verdict]);
    const { state, hint } = question;
    // if there are many moves: those that a person would consider first, the best and the chosen one
    const short = state.shortlist ? new Set([...state.shortlist, hint.best]) : null;
    const moves = short && !all ? state.moves.filter((m) => short.has(m.move) || m.name === card.chosen) : state.moves;
    const choose = (move: number): void => {
        const found = judge(card, hint, move);
        setVerdict(found);
        put("cards", found.card).catch((error: unknown) => setFailure(sentence(error)));
    };
    return (
        <section class="drill" aria-label={text.notebook.drill}>
            <h2>{shortTitle(state.title)}</h2>
            <Position state={state} faces={question.faces} />
            <p class="question">{text.notebook.ask}</p>
            {!verdict && (
                <div ref={first} class={moves.length > 4 ? "moves many" : "moves"} role="group" aria-label={text.play.moves}>
                    {moves.map((m) => (
                        <button key={m.move} type="button" class="move" onClick={() => choose(m.move)}>
                            <span>{m.name}</span>
                            {m.remark && <small>{m.remark}</small>}
                        </button>
                    ))}
                </div>
            )}
            {!verdict && moves.length < state.moves.length && (
                <button type="button" class="plain" onClick={() => setAll(true)}>
                    {text.play.allMoves(state.moves.length)}
                </button>
            )}
            {verdict && (
                <>
                    <p class={verdict.right ? "verdict right" : "verdict wrong"} role="status">
                        {verdict.said} {verdict.right ? text.notebook.back(verdict.card.due) : text.notebook.again}
                    </p>
                    <button ref={onward} type="button" class="main-action" onClick={() => next(verdict.card, verdict.right)}>
                        {left > 1 || !verdict.right ? text.notebook.next : text.notebook.finish}
                    </button>
                    <Worth hint={hint} />
                    <p class="soft">{text.notebook.youChose(card.chosen, value(card.cost, unitOf(card.objective)))}</p>
                    {card.why && (
                        <p>
                            <Sentences text={card.why} />
                        </p>
                    )}
                </>
            )}
            {failure && (
                <p class="failure" role="alert">
                    {failure}
                </p>
            )}
        </section>
    );
}

function OneCard({ card, left, next }: { card: Card; left: number; next(card: Card, right: boolean): void }): JSX.Element {
    const question = useAnswer([card], () => setUp(card));
    if (question.error) return <Failure error={question.error} retry={question.again} />;
    if (!question.answer || question.working) return <Working label={text.shell.loading} progress={question.progress} />;
    return <Ask card={card} question={question.answer} left={left} next={next} />;
}

/** Asks the cards one by one; those answered wrongly come again at the end. */
export function Drill({ cards, leave }: { cards: Card[]; leave(): void }): JSX.Element {
    const [{ queue, round }, setQueue] = useState({ queue: cards, round: 0 });
    const card = queue[0];
    const next = (fresh: Card, right: boolean): void =>
        setQueue(({ queue: [, ...others], round: before }) => ({ queue: right ? others : [...others, fresh], round: before + 1 }));
    return (
        <>
            <h1>{text.notebook.drill}</h1>
            {card ? (
                <>
                    <p class="soft">{text.notebook.left(queue.length)}</p>
                    <OneCard key={round} card={card} left={queue.length} next={next} />
                </>
            ) : (
                <p role="status">{text.notebook.done}</p>
            )}
            <p>
                <button type="button" onClick={leave}>
                    {text.notebook.leave}
                </button>
            </p>
        </>
    );
}
