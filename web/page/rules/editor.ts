// The editor of rule files. It is in a shadow root, where CodeMirror uses constructed style sheets, which the page's
// Content-Security-Policy allows, instead of <style> elements, which it forbids.
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import {
    bracketMatching,
    HighlightStyle,
    indentOnInput,
    indentUnit,
    StreamLanguage,
    syntaxHighlighting,
} from "@codemirror/language";
import { lua } from "@codemirror/legacy-modes/mode/lua";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightSpecialChars, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { text } from "../../text/en.ts";
import { hidden } from "../parts/hidden.ts";

export interface RuleEditor {
    read(): string;
    write(text: string): void;
    /** Marks a line, from 1; `null` takes the mark away. */
    mark(error: { line: number; message: string } | null): void;
    focusLine(line: number): void;
    close(): void;
}

const colours = HighlightStyle.define([
    { tag: tags.keyword, color: "var(--s3)" },
    { tag: tags.string, color: "var(--s2)" },
    { tag: [tags.number, tags.bool, tags.null], color: "var(--s1)" },
    { tag: tags.comment, color: "var(--soft)", fontStyle: "italic" },
    { tag: tags.standard(tags.variableName), color: "var(--s0)" },
]);

const look = EditorView.theme({
    "&": {
        backgroundColor: "var(--page)",
        color: "var(--ink)",
        border: "1px solid var(--edge)",
        borderRadius: ".4rem",
        height: "100%",
    },
    "&.cm-focused": { outline: "3px solid var(--link)", outlineOffset: "2px" },
    ".cm-scroller": {
        fontFamily: 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace',
        fontSize: ".88rem",
        lineHeight: "1.5",
    },
    ".cm-content": { caretColor: "var(--ink)" },
    ".cm-cursor": { borderLeftColor: "var(--ink)" },
    ".cm-gutters": { backgroundColor: "var(--band)", color: "var(--soft)", borderRight: "1px solid var(--line)" },
    "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
        background: "color-mix(in srgb, var(--link) 25%, transparent)",
    },
    "&.cm-focused .cm-matchingBracket": { backgroundColor: "color-mix(in srgb, var(--link) 25%, transparent)" },
    ".cm-tooltip": { backgroundColor: "var(--band)", color: "var(--ink)", border: "1px solid var(--line)" },
});

export function openEditor(host: HTMLElement, content: string, changed: () => void): RuleEditor {
    const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
    const view = new EditorView({
        parent: root,
        root,
        state: EditorState.create({
            doc: content,
            extensions: [
                lineNumbers(),
                history(),
                drawSelection(),
                highlightSpecialChars({ addSpecialChars: hidden }),
                indentOnInput(),
                indentUnit.of("  "),
                bracketMatching(),
                StreamLanguage.define(lua),
                syntaxHighlighting(colours),
                lintGutter(),
                look,
                EditorView.lineWrapping,
                EditorView.contentAttributes.of({
                    "aria-label": text.rules.editor,
                    tabindex: "0",
                    spellcheck: "false",
                    autocapitalize: "off",
                }),
                // Escape, then Tab leaves the editor: CodeMirror's own way out for the keyboard.
                keymap.of([...lintKeymap, ...defaultKeymap, ...historyKeymap, indentWithTab]),
                EditorView.updateListener.of((update) => {
                    if (update.docChanged) changed();
                }),
            ],
        }),
    });
    const lineAt = (line: number) => view.state.doc.line(Math.min(Math.max(line, 1), view.state.doc.lines));
    return {
        read: () => view.state.doc.toString(),
        write: (fresh) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: fresh } }),
        mark(error) {
            if (!error) return view.dispatch(setDiagnostics(view.state, []));
            const line = lineAt(error.line);
            const from = line.from + (line.text.length - line.text.trimStart().length);
            const diagnostic = { from: Math.min(from, line.to), to: line.to, severity: "error" as const, message: error.message };
            view.dispatch(setDiagnostics(view.state, [diagnostic]));
        },
        focusLine(line) {
            view.dispatch({ selection: { anchor: lineAt(line).from }, scrollIntoView: true });
            view.focus();
        },
        close: () => view.destroy(),
    };
}
