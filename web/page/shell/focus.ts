// When a pressed button disappears or is disabled, browsers drop the focus, and users of a keyboard or a screen reader are back
// at the top of the page. This moves the focus to the next control instead. It ignores pointers, which need no focus, and on a
// phone it could open the keyboard.

const controls = 'a[href], button, input:not([type="hidden"]), select, textarea, summary, [tabindex="0"]';
const patience = 50; // milliseconds in which a view may set the focus itself

const takesFocus = (element: HTMLElement): boolean =>
    !element.matches(':disabled, [tabindex="-1"]') && element.getClientRects().length > 0;

const all = (main: HTMLElement): HTMLElement[] => [...main.querySelectorAll<HTMLElement>(controls)];

/** The first control after the last of `before` that still exists; that one itself, or `main`, if there is none. */
function next(main: HTMLElement, before: HTMLElement[]): HTMLElement {
    const anchor = before.findLast((element) => element.isConnected);
    const behind = all(main).find(
        (element) => takesFocus(element) && (!anchor || anchor.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING),
    );
    return behind ?? (anchor && takesFocus(anchor) ? anchor : main);
}

/** Watches over the focus in `main`, until the function that it returns is called; not in what has the attribute data-own-focus. */
export function keepFocus(main: HTMLElement): () => void {
    let last: HTMLElement | null = null;
    let own = false;
    let before: HTMLElement[] = []; // the controls up to the last one that had the focus, and that one
    let waiting = 0;
    let points = false; // with a mouse or a finger
    const touched = ({ type }: Event): void => void (points = type === "pointerdown");
    const focused = ({ target }: FocusEvent): void => {
        last = target as HTMLElement;
        own = last.closest("[data-own-focus]") !== null;
        const list = all(main);
        before = list.slice(0, list.indexOf(last) + 1);
    };
    const gone = (): boolean => last !== null && (!last.isConnected || last.matches(":disabled"));
    const lost = (): boolean => gone() && [document.body, last, null].includes(document.activeElement as HTMLElement | null);
    const left = ({ target, relatedTarget }: FocusEvent): void => {
        if (relatedTarget) return;
        // Elements that are being removed lose the focus while they still exist.
        setTimeout(() => {
            if (last === target && !gone() && document.activeElement !== last) last = null; // if the user moved the focus
        });
    };
    const changed = (): void => {
        if (waiting || points || !lost() || own) return;
        waiting = window.setTimeout(() => {
            waiting = 0;
            if (!lost()) return;
            const found = next(main, before);
            found.focus({ preventScroll: found === main }); // a control must be in sight, the page's header as well
        }, patience);
    };
    const observer = new MutationObserver(changed);
    addEventListener("keydown", touched, true);
    addEventListener("pointerdown", touched, true);
    main.addEventListener("focusin", focused);
    main.addEventListener("focusout", left);
    observer.observe(main, { childList: true, subtree: true, attributes: true, attributeFilter: ["disabled"] });
    return () => {
        clearTimeout(waiting);
        observer.disconnect();
        removeEventListener("keydown", touched, true);
        removeEventListener("pointerdown", touched, true);
        main.removeEventListener("focusin", focused);
        main.removeEventListener("focusout", left);
    };
}
