// The editor of the source.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { HighlightStyle, bracketMatching, indentOnInput, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { EditorState } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, highlightActiveLineGutter, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";

import { hcl } from "./language.js";
import { MAX_TEXT } from "./limits.js";

// The colours are variables of the style sheet, so that one theme serves light and dark.
const colours = HighlightStyle.define([
  { tag: tags.comment, color: "var(--comment)", fontStyle: "italic" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: tags.special(tags.string), fontWeight: "600" },
  { tag: [tags.number, tags.atom], color: "var(--number)" },
  { tag: tags.keyword, color: "var(--keyword)" },
  { tag: tags.typeName, color: "var(--keyword)", fontWeight: "600" },
  { tag: tags.propertyName, color: "var(--property)" },
  { tag: tags.function(tags.variableName), color: "var(--function)" },
]);

const theme = EditorView.theme({
  "&": { height: "100%", backgroundColor: "var(--field)", color: "var(--text)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.5" },
  ".cm-content": { caretColor: "var(--text)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused": { outline: "none" },
  ".cm-gutters": { backgroundColor: "var(--field)", color: "var(--faint)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--line)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "var(--selection)",
  },
  ".cm-selectionMatch": { backgroundColor: "var(--match)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--match)", outline: "1px solid var(--faint)" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--panel)", color: "var(--text)", border: "1px solid var(--border)" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { backgroundColor: "var(--accent)", color: "var(--on-accent)" },
  ".cm-tooltip.cm-completionInfo, .cm-description": { maxWidth: "min(28rem, 90vw)", padding: "0.4rem 0.6rem", whiteSpace: "pre-wrap" },
  ".cm-description-value": { fontFamily: "var(--mono)", maxHeight: "14rem", overflow: "auto" },
  ".cm-description-title": { fontFamily: "var(--mono)", fontWeight: "600" },
  ".cm-panels input, .cm-panels button": { fontSize: "0.9rem" },
  ".cm-button": { backgroundImage: "none", backgroundColor: "var(--field)", color: "var(--text)", border: "1px solid var(--border)" },
  ".cm-textfield": { backgroundColor: "var(--field)", color: "var(--text)", border: "1px solid var(--border)" },
});

/**
 * Creates the editor.
 * @param {object} given
 * @param {Element} given.parent
 * @param {(update: import("@codemirror/view").ViewUpdate) => void} given.onChange
 * @param {(length: number) => void} given.onRefused Called if an edit would make the text too long.
 * @param {import("@codemirror/autocomplete").CompletionSource} given.complete
 * @param {import("@codemirror/state").Extension} given.descriptions
 * @param {readonly import("@codemirror/view").KeyBinding[]} given.keys
 */
export function createEditor({ parent, onChange, onRefused, complete, descriptions, keys }) {
  /** @param {DataTransfer | null} data @param {Event} event */
  const refuse = (data, event) => {
    // The editor would split a huge text into lines before it asks whether it may insert it.
    const length = data?.getData("text/plain").length ?? 0;
    if (length <= MAX_TEXT) return false;
    event.preventDefault();
    onRefused(length);
    return true;
  };
  return new EditorView({
    parent,
    extensions: [
      lineNumbers(),
      lintGutter(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      bracketMatching(),
      closeBrackets(),
      indentOnInput(),
      indentUnit.of("  "),
      EditorState.tabSize.of(2),
      EditorView.lineWrapping,
      hcl,
      syntaxHighlighting(colours),
      theme,
      descriptions,
      autocompletion({ override: [complete] }),
      keymap.of([
        ...keys,
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...lintKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...defaultKeymap,
        indentWithTab,
      ]),
      EditorView.contentAttributes.of({ "aria-label": "Source", "aria-describedby": "editor-help", spellcheck: "false" }),
      EditorView.domEventHandlers({
        paste: (event) => refuse(event.clipboardData, event),
        drop: (event) => refuse(event.dataTransfer, event),
      }),
      EditorState.changeFilter.of((transaction) => {
        if (!transaction.docChanged || transaction.newDoc.length <= MAX_TEXT) return true;
        onRefused(transaction.newDoc.length);
        return false;
      }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) onChange(update);
      }),
    ],
  });
}

/**
 * Replaces the whole text, as one step that can be undone.
 * @param {EditorView} view
 * @param {string} text
 */
export function setText(view, text) {
  if (view.state.doc.toString() !== text) {
    view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text }, selection: { anchor: 0 }, scrollIntoView: true });
  }
}

/**
 * Selects a range and moves the focus to the editor.
 * @param {EditorView} view
 * @param {{ from: number, to: number }} place
 */
export function select(view, { from, to }) {
  const end = view.state.doc.length;
  const selection = { anchor: Math.min(from, end), head: Math.min(to, end) };
  view.dispatch({ selection, effects: EditorView.scrollIntoView(selection.anchor, { y: "center" }) });
  view.focus();
}
