import { render } from "preact";
import { engine } from "./engine.ts";
import { Shell } from "./shell/shell.tsx";
import { showHidden } from "./parts/hidden.ts";
import { keepOffline } from "./shell/offline.ts";
import { showTheme } from "./shell/theme.ts";
import "./style/page.css";

showHidden();
showTheme();
engine().catch(() => undefined); // the views that need it say what went wrong
const page = document.getElementById("page");
if (page) render(<Shell />, page);
keepOffline();
