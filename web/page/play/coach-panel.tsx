import type { JSX } from "preact";
import type { PlayEvent, PlayHint } from "../../engine/interface.ts";
import { text } from "../../text/en.ts";
import { change, precise, unitOf, value, withError } from "../parts/numbers.ts";

const gradeName: Record<string, string> = { inaccuracy: "inaccuracy", mistake: "mistake", blunder: "blunder" };

/** What each move is worth; of many moves the best, and a word on the others. */
export function Worth({ hint, most = 12 }: { hint: PlayHint; most?: number }): JSX.Element {
    const unit = unitOf(hint.objective);
    const moves = hint.moves.toSorted((a, b) => a.cost - b.cost).slice(0, most);
    const highest = Math.max(...moves.map((m) => m.cost), hint.scale * 0.1);
    return (
        <>
            <table class="worth">
                <caption>{text.play.worth}</caption>
                <thead>
                    <tr>
                        <th scope="col">{text.play.move}</th>
                        <th scope="col" class="n">
                            {text.play.values[hint.objective]}
                        </th>
                        <th scope="col" class="n">
                            {text.play.costs}
                        </th>
                        {!hint.exact && (
                            <th scope="col" class="n">
                                {text.play.error}
                            </th>
                        )}
                        <td aria-hidden="true" />
                    </tr>
                </thead>
                <tbody>
                    {moves.map((m) => (
                        <tr key={m.move} class={m.cost === 0 ? "best" : ""}>
                            <th scope="row">{m.name}</th>
                            <td class="n">{precise(m.value, unit)}</td>
                            <td class="n">{m.cost === 0 ? text.play.best : precise(m.cost, unit)}</td>
                            {!hint.exact && <td class="n">{precise(m.error, unit)}</td>}
                            <td class="bar-cell" aria-hidden="true">
                                <meter min={0} max={highest} value={highest - m.cost} />
                            </td>
                        </tr>
                    ))}
                </tbody>
            </table>
            {!hint.exact && hint.why_estimated && <p class="soft">{text.play.estimated(hint.why_estimated)}</p>}
        </>
    );
}

/** The coach's remark about an event: the luck of a roll or the cost of a decision; empty if there is none. */
export function remark(event: PlayEvent, name: string, objective: string): string {
    const unit = unitOf(objective);
    if (event.luck && Math.abs(event.luck.amount) < 2 * event.luck.error) return ""; // an estimate that may be none
    if (event.luck) return text.play.luck(name, withError(change(event.luck.amount, unit), event.luck.error, unit));
    if (!event.cost || event.name === null) return "";
    if (event.cost.amount === 0) return event.cost.error > 0 ? text.play.noneBetter(event.name) : text.play.wasBest(event.name);
    return text.play.cost(
        event.name,
        withError(value(event.cost.amount, unit), event.cost.error, unit),
        event.cost.best,
        gradeName[event.cost.grade] ?? "",
    );
}
