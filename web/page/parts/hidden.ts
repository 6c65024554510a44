import { options } from "preact";

// The same as in src/base/text.c, but that ends of lines and tabs stay; hidden.test.ts compares.
export const hidden =
    /[\0-\x08\x0B\x0C\x0E-\x1F\x7F-\x9F\xAD\u034F\u061C\u17B4\u17B5\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\uFFF0-\uFFFB\u{1BCA0}-\u{1BCA3}\u{1D173}-\u{1D17A}\u{E0000}-\u{E00FF}\u{E01F0}-\u{E0FFF}]/gu;

/** Attributes whose text is shown or read aloud. */
const read = ["alt", "aria-description", "aria-label", "aria-valuetext", "label", "placeholder", "title"];

/** The text with characters that cannot be seen, or change the order of others, as \xNN for each byte: as alea prints them. */
export function shown(text: string): string {
    return text.replace(hidden, (c) =>
        Array.from(new TextEncoder().encode(c), (byte) => `\\x${byte.toString(16).toUpperCase().padStart(2, "0")}`).join(""),
    );
}

/** Passes everything that Preact writes into the page through `shown`: names and texts may come from files of others. Values of
 *  controls stay as they are. */
export function showHidden(): void {
    options.vnode = (vnode: { type: unknown; props: unknown }): void => {
        if (typeof vnode.props === "string") vnode.props = shown(vnode.props);
        if (typeof vnode.type !== "string") return;
        const props = vnode.props as Record<string, unknown>;
        for (const name of read) if (typeof props[name] === "string") props[name] = shown(props[name]);
    };
}
