// Completion and descriptions: functions from the reference, names of the module, keywords, and words of the text.

import { completeAnyWord } from "@codemirror/autocomplete";
import { syntaxTree } from "@codemirror/language";
import { EditorView, hoverTooltip, showTooltip } from "@codemirror/view";
import { StateEffect, StateField } from "@codemirror/state";

/**
 * @typedef {import("../functions.js").FunctionDoc} FunctionDoc
 * @typedef {import("./work.js").Name} Name
 * @typedef {{ title: string, value: string, info: string }} Description
 */

const BLOCKS = ["check", "data", "import", "locals", "module", "moved", "output", "provider", "removed", "resource", "terraform", "variable"];
const WORDS = ["true", "false", "null", "for", "in", "if"];
const PATH = /[\p{ID_Start}_][\p{ID_Continue}-]*(?:\.[\p{ID_Start}_][\p{ID_Continue}-]*)*\.?/gu;

/** What completion and descriptions know, which the page keeps up to date. */
export class Names {
  /** @type {FunctionDoc[]} */
  functions = [];
  /** @type {Name[]} */
  names = [];
  /** @type {"hcl" | "terraform" | "opentofu"} */
  language = "hcl";

  /** The functions of the language of the file. */
  get ownFunctions() {
    return this.functions.filter((one) => one.languages.includes(this.language));
  }

  /** @type {import("@codemirror/autocomplete").CompletionSource} */
  complete = async (context) => {
    const style = syntaxTree(context.state).resolveInner(context.pos, -1).name;
    const word = context.matchBefore(/[\p{ID_Continue}.-]+/u);
    if (style === "comment" || (!word && !context.explicit)) return null;
    const from = word?.from ?? context.pos;
    const line = context.state.doc.lineAt(from);
    const before = line.text.slice(0, from - line.from);
    const isInString = style.startsWith("string");
    if (isInString) return null;
    const own = before.trim() === "" ? this.#starts() : this.#values();
    const typed = word?.text ?? "";
    if (typed.includes(".")) return { from, options: own.filter((one) => one.label.includes(".")), validFor: /^[\p{ID_Continue}.-]*$/u };
    const words = await completeAnyWord(context);
    const labels = new Set(own.map((one) => one.label));
    const others = words?.from === from ? words.options.filter((one) => !labels.has(one.label)) : [];
    return { from, options: [...own, ...others.map((one) => ({ ...one, boost: -50 }))], validFor: /^[\p{ID_Continue}-]*$/u };
  };

  /** Returns what may start a line: the types of blocks. */
  #starts() {
    return this.language === "hcl" ? [] : BLOCKS.map((label) => ({ label, type: "keyword", detail: "block" }));
  }

  /** Returns what an expression may consist of. */
  #values() {
    const functions = this.ownFunctions.map(({ name, signature, text, example }) => {
      const info = `${text}\n\n${example}`;
      return { label: name, type: "function", detail: signature.slice(name.length), info, apply: insertCall };
    });
    const names = this.names.map(({ label, detail, info, kind }) => ({ label, type: kind, detail, ...(info ? { info } : {}) }));
    return [...functions, ...names, ...WORDS.map((label) => ({ label, type: "keyword" }))];
  }
}

/**
 * Inserts a call, with the cursor where the arguments are.
 * @param {EditorView} view
 * @param {import("@codemirror/autocomplete").Completion} completion
 * @param {number} from
 * @param {number} to
 */
function insertCall(view, { label, detail }, from, to) {
  const isCall = view.state.sliceDoc(to, to + 1) === "(";
  const insert = isCall ? label : `${label}()`;
  const anchor = from + label.length + (isCall || detail !== "()" ? 1 : 2);
  view.dispatch({ changes: { from, to, insert }, selection: { anchor }, userEvent: "input.complete" });
}

/**
 * Returns the reference or function name at a position: the parts of a path up to the one that the position is in.
 * @param {import("@codemirror/state").EditorState} state
 * @param {number} position
 */
function pathAt(state, position) {
  const line = state.doc.lineAt(position);
  for (const match of line.text.matchAll(PATH)) {
    const from = line.from + match.index;
    if (from <= position && position <= from + match[0].length) {
      const rest = match[0].slice(position - from).search(/\./);
      const text = rest < 0 ? match[0] : match[0].slice(0, position - from + rest);
      return { from, to: from + text.length, text: text.replace(/\.$/, "") };
    }
  }
  return undefined;
}

/**
 * Returns the element of a description.
 * @param {Description} description
 */
function elementOf({ title, value, info }) {
  const element = document.createElement("div");
  element.className = "cm-description";
  const parts = /** @type {const} */ ([["cm-description-title", title], ["cm-description-value", value], ["", info]]);
  for (const [name, text] of parts) {
    if (text === "") continue;
    const part = element.appendChild(document.createElement("div"));
    part.className = name;
    part.textContent = text;
  }
  return element;
}

/** @type {import("@codemirror/state").StateEffectType<import("@codemirror/view").Tooltip | null>} */
const shown = StateEffect.define();

/** The description that a key has opened; any change closes it. */
const opened = StateField.define({
  create: () => /** @type {import("@codemirror/view").Tooltip | null} */ (null),
  update(tooltip, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(shown)) return effect.value;
    }
    return transaction.docChanged || transaction.selection ? null : tooltip;
  },
  provide: (field) => showTooltip.from(field),
});

/**
 * Returns the extension that shows descriptions below the pointer, and the keys that show one at the cursor.
 * @param {Names} names
 * @param {(reference: string) => Promise<Description | undefined>} ask Asks the worker about a reference.
 * @param {(text: string) => void} announce Informs screen readers.
 */
export function descriptions(names, ask, announce) {
  /** @param {EditorView} view @param {number} position */
  const find = async (view, position) => {
    const path = pathAt(view.state, position);
    if (!path || /^(comment|string)/.test(syntaxTree(view.state).resolveInner(position, 1).name)) return undefined;
    const isCall = view.state.sliceDoc(path.to, path.to + 1) === "(";
    const known = isCall ? names.ownFunctions.find((one) => one.name === path.text) : undefined;
    if (known) return { ...path, title: known.signature, value: known.example, info: known.text };
    // A name that is defined, such as `port` in `port = 80`, is no reference.
    const isReference = !isCall && !/^\s*(=(?!=)|"|\{)/.test(view.state.sliceDoc(path.to, path.to + 40));
    const described = isReference ? await ask(path.text) : undefined;
    return described && { ...path, ...described };
  };
  const hover = hoverTooltip(async (view, position) => {
    const found = await find(view, position);
    return found ? { pos: found.from, end: found.to, above: true, create: () => ({ dom: elementOf(found) }) } : null;
  });
  /** @type {import("@codemirror/view").Command} */
  const open = (view) => {
    find(view, view.state.selection.main.head).then((found) => {
      announce(found ? [found.title, found.value, found.info].filter(Boolean).join(". ") : "Nothing is known about this place.");
      if (found) {
        const tooltip = { pos: found.from, end: found.to, above: true, create: () => ({ dom: elementOf(found) }) };
        view.dispatch({ effects: shown.of(tooltip) });
      }
    });
    return true;
  };
  /** @type {import("@codemirror/view").Command} */
  const close = (view) => {
    const isOpen = view.state.field(opened) !== null;
    if (isOpen) view.dispatch({ effects: shown.of(null) });
    return isOpen;
  };
  const keys = [{ key: "Mod-i", run: open, preventDefault: true }, { key: "Escape", run: close }];
  return { extension: [hover, opened], keys };
}
