// Controls that choose a game, its parameters, and a bot of it.
import type { JSX } from "preact";
import { useId } from "preact/hooks";
import { Field } from "../parts/field.tsx";
import { botExample, botKind, withParameter, type GameEntry, type GameParameter, type Parameters } from "./games.ts";

export function GameChoice({
    label,
    games,
    game,
    disabled,
    choose,
}: {
    label: string;
    games: GameEntry[];
    game: GameEntry;
    disabled?: boolean;
    choose(game: GameEntry): void;
}): JSX.Element {
    const id = useId();
    const chosen = (name: string): void => {
        const found = games.find((g) => g.name === name);
        if (found) choose(found);
    };
    const option = (g: GameEntry): JSX.Element => (
        <option key={g.name} value={g.name}>
            {g.title}
        </option>
    );
    const groups = [...new Set(games.map((g) => g.group))].filter((group) => group !== null);
    return (
        <Field id={id} label={label}>
            <select id={id} value={game.name} disabled={disabled} onChange={(e) => chosen(e.currentTarget.value)}>
                {games.filter((g) => g.group === null && (g.rules !== null || g.name === game.name)).map(option)}
                {groups.map((group) => (
                    <optgroup key={group} label={group}>
                        {games.filter((g) => g.group === group).map(option)}
                    </optgroup>
                ))}
            </select>
        </Field>
    );
}

function ParameterField({
    parameter,
    value,
    change,
}: {
    parameter: GameParameter;
    value: string;
    change(value: string): void;
}): JSX.Element {
    const id = useId();
    return (
        <Field id={id} label={parameter.name} help={parameter.help}>
            {parameter.one_of ? (
                <select id={id} value={value} aria-describedby={`${id}-help`} onChange={(e) => change(e.currentTarget.value)}>
                    {parameter.one_of.map((word) => (
                        <option key={word} value={word}>
                            {word}
                        </option>
                    ))}
                </select>
            ) : (
                <input
                    id={id}
                    type="number"
                    inputMode="numeric"
                    min={parameter.min}
                    max={parameter.max}
                    required
                    value={value}
                    aria-describedby={`${id}-help`}
                    onInput={(e) => change(e.currentTarget.value)}
                />
            )}
        </Field>
    );
}

/** All parameters of a game but the number of players. */
export function ParameterFields({
    game,
    values,
    change,
}: {
    game: GameEntry;
    values: Parameters;
    change(values: Parameters): void;
}): JSX.Element | null {
    const shown = game.parameters.filter((p) => p.name !== "players");
    if (shown.length === 0) return null;
    return (
        <div class="parameters">
            {shown.map((p) => (
                <ParameterField
                    key={p.name}
                    parameter={p}
                    value={values[p.name] ?? String(p.default)}
                    change={(v) => change(withParameter(values, p, v))}
                />
            ))}
        </div>
    );
}

/** The kinds of bots that a game has, and the words of one. */
export function BotChoice({
    game,
    bot,
    kindLabel,
    label,
    helpId,
    maxLength,
    change,
}: {
    game: GameEntry;
    bot: string;
    kindLabel: string;
    label: string;
    helpId: string;
    maxLength?: number;
    change(bot: string): void;
}): JSX.Element {
    const kind = botKind(game, bot);
    return (
        <>
            <select aria-label={kindLabel} value={kind?.usage ?? ""} onChange={(e) => change(botExample(e.currentTarget.value))}>
                {!kind && <option value="" />}
                {game.bots.map(({ usage }) => (
                    <option key={usage} value={usage}>
                        {usage}
                    </option>
                ))}
            </select>
            <input
                aria-label={label}
                value={bot}
                required
                spellcheck={false}
                autocapitalize="off"
                size={14}
                maxLength={maxLength}
                aria-describedby={helpId}
                onInput={(e) => change(e.currentTarget.value)}
            />
        </>
    );
}
