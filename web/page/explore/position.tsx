import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { text } from "../../text/en.ts";
import { sentence } from "../parts/failure.tsx";
import { bounds, certain } from "../parts/interval.ts";
import { unitOf, value, type Unit } from "../parts/numbers.ts";
import { Sentences } from "../parts/sentences.tsx";
import type { Position } from "./ask.ts";
import type { Live } from "./live.ts";

/** The worth of a position, with its bounds, and of each move. */
export function PositionWorth({ live, telling }: { live: Live<Position>; telling: string }): JSX.Element {
    const found = live.answer;
    const unit: Unit = unitOf(found?.objective ?? "win");
    const stale = live.working || live.error !== undefined;
    return (
        <div class="position-worth">
            <p class="told-place">{telling}</p>
            {live.error !== undefined && (
                <p class="soft">
                    <Sentences text={sentence(live.error)} />
                </p>
            )}
            {found && live.error === undefined && (
                <div class={stale ? "stale" : ""} aria-busy={stale}>
                    <p>
                        {text.explore.positionWorth[unit]} <b>{certain(found, unit)}</b>{" "}
                        <small class="soft">{text.explore.between(...bounds(found, unit))}</small>
                    </p>
                    {found.moves.length > 1 && <Moves found={found} unit={unit} />}
                    <p class="soft">
                        <code>{found.position}</code>
                    </p>
                    {found.note && <p class="soft">{found.note}</p>}
                </div>
            )}
            {!found && live.error === undefined && <p class="soft">{text.explore.asking}</p>}
        </div>
    );
}

const mostMoves = 12;

function Moves({ found, unit }: { found: Position; unit: Unit }): JSX.Element {
    const moves =
        found.moves.length > mostMoves ? [...found.moves].sort((a, b) => a.cost - b.cost).slice(0, mostMoves) : found.moves;
    return (
        <table class="moves-worth">
            <caption class="hidden">{text.play.worth}</caption>
            <thead>
                <tr>
                    <th scope="col">{text.play.move}</th>
                    <th scope="col" class="n">
                        {text.play.worthOfMove}
                    </th>
                    <th scope="col" class="n">
                        {text.play.costs}
                    </th>
                </tr>
            </thead>
            <tbody>
                {moves.map((move) => (
                    <tr key={move.move} class={move.move === found.best ? "best" : ""}>
                        <th scope="row">
                            {move.move}
                            {move.move === found.best && !found.tied ? ` (${text.play.best})` : ""}
                        </th>
                        <td class="n">{value(move.value, unit, 3)}</td>
                        <td class="n">{move.cost ? value(move.cost, unit, 3) : "–"}</td>
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

interface PlaceField {
    name: string;
    label: string;
    value: number;
    min: number;
    max: number;
    change(value: number): void;
}

/** The numbers of the position that is kept, to be typed. */
export function PlaceFields({ fields }: { fields: PlaceField[] }): JSX.Element | null {
    const id = useId();
    if (fields.length === 0) return null;
    return (
        <div class="row place-fields" role="group" aria-label={text.explore.place}>
            {fields.map((field) => (
                <label key={field.name} for={`${id}-${field.name}`}>
                    {field.label}
                    <input
                        id={`${id}-${field.name}`}
                        class="short"
                        type="number"
                        inputMode="numeric"
                        min={field.min}
                        max={field.max}
                        value={field.value}
                        onInput={(e) => {
                            const typed = e.currentTarget.value;
                            if (/^\d{1,6}$/.test(typed) && Number(typed) >= field.min && Number(typed) <= field.max)
                                field.change(Number(typed));
                        }}
                    />
                </label>
            ))}
        </div>
    );
}
