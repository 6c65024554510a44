import type { ComponentChildren, JSX } from "preact";
import { useEffect, useId, useState } from "preact/hooks";
import { text } from "../../text/en.ts";
import { GameChoice } from "../games/choices.tsx";
import { withParameter, type GameEntry, type GameParameter } from "../games/games.ts";
import { Field } from "../parts/field.tsx";
import { usual, type Explored } from "./address.ts";
import { hasMap, parameterTrouble } from "./games.ts";
import { argumentsOf, kindOf, policiesOf, valuesOf, withValue, type PolicyKind } from "./policies.ts";

interface ControlsProps {
    games: GameEntry[];
    game: GameEntry;
    shown: Explored;
    change(fresh: Partial<Explored>): void;
}

/** Where a slider's range is wide, its steps grow with the number, so that small numbers can be chosen as well. */
const fine = 300;
const isWide = (low: number, high: number): boolean => high - low > fine && low >= 0;

function toSlider(value: number, low: number, high: number): number {
    if (!isWide(low, high)) return value;
    const base = Math.max(low, 1);
    return value < base ? 0 : Math.round((fine * Math.log(value / base)) / Math.log(high / base));
}

function fromSlider(at: number, low: number, high: number): number {
    if (!isWide(low, high)) return at;
    const base = Math.max(low, 1);
    return at <= 0 ? low : Math.round(base * (high / base) ** (at / fine));
}

/** The number that a slider was moved to. If one step of a wide slider is less than one, it still changes by one. */
function movedTo(at: number, number: number, low: number, high: number): number {
    const fresh = fromSlider(at, low, high);
    return fresh === number ? number + Math.sign(at - toSlider(number, low, high)) : fresh;
}

/** A number by a slider, or typed. */
function Slider({
    label,
    help,
    low,
    high,
    value,
    change,
}: {
    label: string;
    help?: string;
    low: number;
    high: number;
    value: string;
    change(value: string): void;
}): JSX.Element {
    const id = useId();
    const [typed, setTyped] = useState(value);
    useEffect(() => setTyped(value), [value]);
    const trouble = parameterTrouble({ name: label, value: 0, default: 0, min: low, max: high, help: "" }, typed);
    const number = Number(value);
    const wide = isWide(low, high);
    const type = (fresh: string): void => {
        setTyped(fresh);
        if (!parameterTrouble({ name: label, value: 0, default: 0, min: low, max: high, help: "" }, fresh)) change(fresh);
    };
    return (
        <Field id={id} label={label} help={help}>
            <div class="slider">
                <input
                    type="range"
                    aria-label={text.explore.slider(label)}
                    min={wide ? 0 : low}
                    max={wide ? fine : high}
                    step={1}
                    aria-valuetext={value}
                    value={toSlider(number, low, high)}
                    onInput={(e) => change(String(movedTo(Number(e.currentTarget.value), number, low, high)))}
                />
                <input
                    id={id}
                    type="number"
                    inputMode="numeric"
                    min={low}
                    max={high}
                    value={typed}
                    aria-describedby={`${id}-help`}
                    aria-invalid={trouble !== null}
                    onInput={(e) => type(e.currentTarget.value)}
                    onBlur={() => setTyped(value)}
                />
            </div>
            {trouble && (
                <span class="trouble" role="alert">
                    {trouble}
                </span>
            )}
        </Field>
    );
}

function Parameter({
    parameter,
    value,
    change,
}: {
    parameter: GameParameter;
    value: string;
    change(value: string): void;
}): JSX.Element {
    const id = useId();
    const { name, help, one_of: words, min, max } = parameter;
    if (!words && min !== undefined && max !== undefined)
        return <Slider label={name} help={help} low={min} high={max} value={value} change={change} />;
    return (
        <Field id={id} label={name} help={help}>
            <select id={id} value={value} aria-describedby={`${id}-help`} onChange={(e) => change(e.currentTarget.value)}>
                {(words ?? [value]).map((word) => (
                    <option key={word} value={word}>
                        {word}
                    </option>
                ))}
            </select>
        </Field>
    );
}

export function Parameters({ game, shown, change }: Omit<ControlsProps, "games">): JSX.Element | null {
    const set = (parameter: GameParameter, value: string): void =>
        change({ parameters: withParameter(shown.parameters, parameter, value) });
    const changeable = game.parameters.filter((p) => p.one_of || p.min !== p.max);
    if (changeable.length === 0) return null;
    return (
        <Folding title={text.explore.parameters} name="explore-parameters">
            {changeable.map((p) => (
                <Parameter
                    key={`${game.name}.${p.name}`}
                    parameter={p}
                    value={shown.parameters[p.name] ?? String(p.default)}
                    change={(v) => set(p, v)}
                />
            ))}
            {Object.keys(shown.parameters).length > 0 && (
                <button type="button" onClick={() => change({ parameters: {} })}>
                    {text.explore.reset}
                </button>
            )}
        </Folding>
    );
}

/** Controls that are folded away where there is little room, so that the picture is in sight. */
function Folding({ title, name, children }: { title: string; name: string; children: ComponentChildren }): JSX.Element {
    const [wide] = useState(() => matchMedia("(min-width: 56rem)").matches);
    return (
        <details class="folding" open={wide}>
            <summary>{title}</summary>
            <div class={name}>{children}</div>
        </details>
    );
}

/** What the game is, and what it is played for. */
export function GameAndObjective({ games, game, shown, change }: ControlsProps): JSX.Element {
    const id = useId();
    return (
        <div class="row explore-game">
            <GameChoice label={text.play.game} games={games} game={game} choose={({ name }) => change({ ...usual, game: name })} />
            {game.objectives.length > 1 && (
                <Field id={id} label={text.play.objective}>
                    <select
                        id={id}
                        value={shown.objective || game.played_for}
                        onChange={(e) =>
                            change({ objective: e.currentTarget.value === game.played_for ? "" : e.currentTarget.value })
                        }
                    >
                        {game.objectives.map((word) => (
                            <option key={word} value={word}>
                                {text.play.objectives[word] ?? word}
                            </option>
                        ))}
                    </select>
                </Field>
            )}
        </div>
    );
}

interface PolicyProps {
    label: string;
    kinds: PolicyKind[];
    bot: string;
    none?: string;
    change(bot: string): void;
}

function PolicyChoice({ label, kinds, bot, none, change }: PolicyProps): JSX.Element {
    const id = useId();
    const kind = bot ? kindOf(kinds, bot) : undefined;
    const values = valuesOf(bot);
    return (
        <div class="field policy">
            <label for={id}>{label}</label>
            <div class="row">
                <select
                    id={id}
                    value={kind?.example ?? ""}
                    aria-describedby={`${id}-help`}
                    onChange={(e) => change(e.currentTarget.value)}
                >
                    {none !== undefined && <option value="">{none}</option>}
                    {none === undefined && !kind && <option value="">{bot}</option>}
                    {kinds.map((one) => (
                        <option key={one.usage} value={one.example}>
                            {text.explore.policies[one.usage] ?? one.usage}
                        </option>
                    ))}
                </select>
                {kind &&
                    argumentsOf(kind).map((argument, i) => (
                        <input
                            key={argument}
                            type="number"
                            class="short"
                            aria-label={text.explore.argument(argument, label)}
                            min={0}
                            step={1}
                            value={values[i] ?? ""}
                            onInput={(e) =>
                                /^\d{1,6}$/.test(e.currentTarget.value) && change(withValue(bot, i, e.currentTarget.value))
                            }
                        />
                    ))}
            </div>
            <span id={`${id}-help`}>{kind?.help ?? ""}</span>
        </div>
    );
}

/** Whose map it is, and what it is compared with. */
export function Policies({ game, shown, change }: Omit<ControlsProps, "games">): JSX.Element | null {
    const kinds = policiesOf(game);
    if (!hasMap(game)) {
        const others = kinds.filter((kind) => kind.example !== "optimal");
        if (others.length === 0) return null;
        return (
            <Folding title={text.explore.policiesTitle} name="explore-policies">
                <PolicyChoice
                    label={text.explore.instead}
                    kinds={others}
                    bot={shown.second}
                    none={text.explore.nothing}
                    change={(second) => change({ second })}
                />
            </Folding>
        );
    }
    const whatIf = game.family === "hog" ? "always(6)" : "hold(25)";
    return (
        <Folding title={text.explore.policiesTitle} name="explore-policies">
            <PolicyChoice
                label={text.explore.first}
                kinds={kinds}
                bot={shown.bot}
                change={(bot) => change({ bot: bot || "optimal" })}
            />
            <PolicyChoice
                label={text.explore.second}
                kinds={kinds}
                bot={shown.second}
                none={text.explore.nothing}
                change={(second) => change({ second })}
            />
            {shown.bot === "optimal" && !shown.second && (
                <button
                    type="button"
                    onClick={() => change({ second: whatIf, ...(shown.map === "value" ? { map: "hold" as const } : {}) })}
                >
                    {game.family === "hog" ? text.explore.whatIfDice : text.explore.whatIf}
                </button>
            )}
        </Folding>
    );
}
