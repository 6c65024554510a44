/** Light or dark: the system's setting unless the reader chose one. */
export type Theme = "system" | "light" | "dark";

const key = "alea-theme";

export function savedTheme(): Theme {
    try {
        const saved = localStorage.getItem(key);
        return saved === "light" || saved === "dark" ? saved : "system";
    } catch {
        return "system"; // storage is switched off
    }
}

export function saveTheme(theme: Theme): void {
    try {
        if (theme === "system") localStorage.removeItem(key);
        else localStorage.setItem(key, theme);
    } catch {
        // Without storage the choice lasts as long as the page.
    }
    showTheme(theme);
}

export function showTheme(theme: Theme = savedTheme()): void {
    const root = document.documentElement;
    if (theme === "system") delete root.dataset["theme"];
    else root.dataset["theme"] = theme;
}
