import type { ComponentType } from "preact";
import { text } from "../../text/en.ts";
import * as play from "../play/view.tsx"; // the first view for most people
import type { Route } from "./route.ts";

export interface ViewProps {
    route: Route;
}

/** A view is a folder of `web/page/` whose `view.tsx` exports `View`; it is loaded when it is first shown. Views that are not
 *  in this list do not exist. */
export interface ViewEntry {
    name: string;
    title: string;
    load(): Promise<{ View: ComponentType<ViewProps> }>;
}

export const views: ViewEntry[] = [
    { name: "play", title: text.nav.play, load: () => Promise.resolve(play) },
    { name: "notebook", title: text.nav.notebook, load: () => import("../notebook/view.tsx") },
    { name: "explore", title: text.explore.title, load: () => import("../explore/view.tsx") },
    { name: "rules", title: text.nav.rules, load: () => import("../rules/view.tsx") },
    { name: "arena", title: text.nav.arena, load: () => import("../arena/view.tsx") },
    { name: "contest", title: text.nav.contest, load: () => import("../contest/view.tsx") },
];
