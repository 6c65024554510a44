import type { ComponentType, JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { text } from "../../text/en.ts";
import { onThreads } from "../engine.ts";
import { Failure } from "../parts/failure.tsx";
import { keepFocus } from "./focus.ts";
import { useRoute, writeRoute } from "./route.ts";
import { savedTheme, saveTheme, type Theme } from "./theme.ts";
import { views, type ViewEntry, type ViewProps } from "./views.ts";

function ThemeChoice(): JSX.Element {
    const [theme, setTheme] = useState(savedTheme());
    const choose = (chosen: Theme): void => {
        setTheme(chosen);
        saveTheme(chosen);
    };
    return (
        <label class="theme">
            <span class="hidden">{text.shell.theme}</span>
            <select value={theme} onChange={(event) => choose(event.currentTarget.value as Theme)}>
                <option value="system">{text.shell.themes.system}</option>
                <option value="light">{text.shell.themes.light}</option>
                <option value="dark">{text.shell.themes.dark}</option>
            </select>
        </label>
    );
}

function Header({ current }: { current: ViewEntry }): JSX.Element {
    return (
        <header class="top">
            <a class="brand" href={writeRoute("play")}>
                <img src="./icon.svg" alt="" width="28" height="28" /> alea
            </a>
            <nav aria-label={text.shell.navigation}>
                {views.map((view) => (
                    <a key={view.name} href={writeRoute(view.name)} aria-current={view === current ? "page" : undefined}>
                        {view.title}
                    </a>
                ))}
            </nav>
            <ThemeChoice />
        </header>
    );
}

type Loaded = { entry: ViewEntry; View: ComponentType<ViewProps> } | { entry: ViewEntry; failure: unknown };

/** Loads the code of a view. While another one loads, the one before stays on the screen. */
function useView(entry: ViewEntry): Loaded | undefined {
    const [loaded, setLoaded] = useState<Loaded>();
    useEffect(() => {
        let wanted = true;
        entry.load().then(
            ({ View }) => wanted && setLoaded({ entry, View }),
            (failure: unknown) => wanted && setLoaded({ entry, failure }),
        );
        return () => {
            wanted = false;
        };
    }, [entry]);
    return loaded;
}

function Footer(): JSX.Element {
    const [threads, setThreads] = useState(1);
    useEffect(() => onThreads(setThreads), []);
    return (
        <footer class="soft">
            {text.shell.footer}
            {threads > 1 && ` ${text.shell.threads(threads)}`}
        </footer>
    );
}

export function Shell(): JSX.Element {
    const route = useRoute();
    const entry = views.find((view) => view.name === route.view) ?? views[0]!;
    const loaded = useView(entry);
    const main = useRef<HTMLElement>(null);
    const before = useRef(entry);
    useEffect(() => keepFocus(main.current!), []);
    // together with the view, not a frame later, so that keys typed meanwhile do not reach the previous view
    useLayoutEffect(() => {
        if (!loaded) return;
        document.title = text.shell.title(loaded.entry.title);
        if (loaded.entry !== before.current) {
            scrollTo(0, 0); // the view before may have been longer
            main.current?.focus({ preventScroll: true });
        }
        before.current = loaded.entry;
    }, [loaded]);
    return (
        <>
            <button type="button" class="skip" onClick={() => main.current?.focus()}>
                {text.shell.skip}
            </button>
            <Header current={entry} />
            <main ref={main} tabIndex={-1}>
                {!loaded && <p class="soft">{text.shell.loading}</p>}
                {loaded && "failure" in loaded && <Failure error={loaded.failure} />}
                {loaded && "View" in loaded && <loaded.View route={route} />}
            </main>
            <Footer />
        </>
    );
}
