import { useLayoutEffect, useState } from "preact/hooks";

/** An address within the page, such as `#/rules/edit?text=…`: any static host and any folder can serve it. */
export interface Route {
    view: string;
    rest: string[];
    query: URLSearchParams;
}

export function readRoute(hash: string): Route {
    const [path = "", query = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
    const [view = "", ...rest] = path.split("/").map(decode);
    return { view, rest, query: new URLSearchParams(query) };
}

// A mistyped link must not stop the page.
function decode(part: string): string {
    try {
        return decodeURIComponent(part);
    } catch {
        return part;
    }
}

export function writeRoute(view: string, rest: string[] = [], query?: Record<string, string>): string {
    const path = [view, ...rest].map(encodeURIComponent).join("/");
    const words = query ? new URLSearchParams(query).toString() : "";
    return `#/${path}${words ? `?${words}` : ""}`;
}

export function go(address: string): void {
    location.hash = address;
}

export function useRoute(): Route {
    const [hash, setHash] = useState(location.hash);
    useLayoutEffect(() => {
        // at once: an effect comes after the next frame, and an address that changed before then would be missed
        const follow = (): void => setHash(location.hash);
        addEventListener("hashchange", follow);
        return () => removeEventListener("hashchange", follow);
    }, []);
    return readRoute(hash);
}
