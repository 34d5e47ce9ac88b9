// The problems of the file: in the editor, and as a list below it.

import { setDiagnostics } from "@codemirror/lint";

import { select } from "./editor.js";
import { marked } from "./panels.js";

/**
 * @typedef {import("./work.js").Problem} Problem
 * @typedef {import("./work.js").Fix} Fix
 * @typedef {import("@codemirror/view").EditorView} EditorView
 */

const SEVERITIES = /** @type {const} */ ({ error: "error", warning: "warning", note: "info" });

/** Shows the problems. */
export class Problems {
  /** @type {Problem[]} */
  #problems = [];
  #list;
  #announce;

  /**
   * @param {HTMLElement} list
   * @param {(text: string) => void} announce
   */
  constructor(list, announce) {
    this.#list = list;
    this.#announce = announce;
  }

  /**
   * @param {EditorView} view
   * @param {{ problems: Problem[], total: number }} found
   */
  show(view, { problems, total }) {
    const end = view.state.doc.length;
    this.#problems = problems.map((one) => ({ ...one, to: Math.min(one.to, end), from: Math.min(one.from, end) }));
    const diagnostics = this.#problems.map((problem) => ({
      from: problem.from,
      to: problem.to,
      severity: SEVERITIES[problem.severity],
      source: problem.code,
      message: `${problem.summary}: ${problem.detail}`,
      actions: problem.fixes.map((fix) => ({ name: sentence(fix.label), apply: () => this.#apply(view, fix) })),
    }));
    view.dispatch(setDiagnostics(view.state, diagnostics));
    this.#list.replaceChildren(...this.#problems.map((problem) => this.#item(view, problem)));
    this.#announce(summaryOf(problems.length, total));
  }

  /**
   * Moves the places along with an edit, until the next check finds them anew.
   * @param {import("@codemirror/state").ChangeDesc} changes
   */
  move(changes) {
    for (const problem of this.#problems) {
      for (const place of [problem, ...problem.fixes]) {
        place.from = changes.mapPos(place.from, 1);
        place.to = Math.max(place.from, changes.mapPos(place.to, -1));
      }
    }
  }

  /**
   * Applies the first fix of the problem at the cursor, or of the first problem.
   * @param {EditorView} view
   */
  fixAtCursor(view) {
    const { head } = view.state.selection.main;
    const line = view.state.doc.lineAt(head);
    const fixable = this.#problems.filter((one) => one.fixes.length > 0);
    const found = fixable.find((one) => one.from <= line.to && one.to >= line.from) ?? fixable[0];
    if (found) this.#apply(view, found.fixes[0]);
    else this.#announce("No problem has a fix.");
    return true;
  }

  /** @param {EditorView} view @param {Fix} fix */
  #apply(view, { from, to, insert }) {
    view.dispatch({ changes: { from, to, insert }, selection: { anchor: from + insert.length }, scrollIntoView: true, userEvent: "input.fix" });
    view.focus();
  }

  /** @param {EditorView} view @param {Problem} problem */
  #item(view, problem) {
    const item = document.createElement("li");
    item.className = problem.severity;
    const place = item.appendChild(document.createElement("button"));
    place.className = "place";
    place.textContent = `Line ${problem.line}: ${problem.summary}`;
    place.addEventListener("click", () => select(view, problem));
    for (const fix of problem.fixes) {
      const button = item.appendChild(document.createElement("button"));
      button.className = "fix";
      button.textContent = `Fix: ${fix.label.replaceAll("`", "")}`;
      button.addEventListener("click", () => this.#apply(view, fix));
    }
    const detail = item.appendChild(document.createElement("p"));
    detail.append(...marked(problem.detail), " ");
    const code = detail.appendChild(document.createElement("a"));
    code.href = `../diagnostics.html#${problem.code.replaceAll("::", "")}`;
    code.textContent = problem.code;
    return item;
  }
}

/** @param {string} text */
function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1).replaceAll("`", "");
}

/**
 * @param {number} shown
 * @param {number} total
 */
function summaryOf(shown, total) {
  if (total === 0) return "No problems";
  if (shown < total) return `${total} problems, of which ${shown} are shown`;
  return total === 1 ? "1 problem" : `${total} problems`;
}
