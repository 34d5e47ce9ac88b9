// The tabs beside the editor and what they show.

import { select } from "./editor.js";

/**
 * @typedef {import("@codemirror/view").EditorView} EditorView
 * @typedef {import("./tree.js").Node} Node
 */

/** @param {string} id */
export function byId(id) {
  return /** @type {HTMLElement} */ (document.getElementById(id));
}

/**
 * Creates an element.
 * @param {string} tag
 * @param {string} text
 * @param {string} [name] The class.
 */
function element(tag, text, name = "") {
  const created = document.createElement(tag);
  created.textContent = text;
  if (name) created.className = name;
  return created;
}

/**
 * Returns the parts of a message; what is in backticks becomes an element of code.
 * @param {string} message
 * @returns {(string | HTMLElement)[]}
 */
export function marked(message) {
  return message.split("`").map((part, index) => (index % 2 === 1 ? element("code", part) : part));
}

/** The tabs, of which one is selected. */
export class Tabs {
  #tabs = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll('[role="tab"]'))];
  #onSelect;

  /** @param {() => void} onSelect */
  constructor(onSelect) {
    this.#onSelect = onSelect;
    for (const tab of this.#tabs) {
      tab.addEventListener("click", () => this.select(nameOf(tab)));
      tab.addEventListener("keydown", (event) => this.#move(event, tab));
    }
  }

  /** The name of the selected tab. */
  get selected() {
    return nameOf(this.#tabs.find((tab) => tab.getAttribute("aria-selected") === "true") ?? this.#tabs[0]);
  }

  /** @param {string} name */
  select(name) {
    const chosen = this.#tabs.find((tab) => nameOf(tab) === name) ?? this.#tabs[0];
    for (const tab of this.#tabs) {
      tab.setAttribute("aria-selected", String(tab === chosen));
      tab.tabIndex = tab === chosen ? 0 : -1;
      byId(`panel-${nameOf(tab)}`).hidden = tab !== chosen;
    }
    byId("values").hidden = !["evaluate", "plan"].includes(nameOf(chosen));
    this.#onSelect();
  }

  /**
   * The arrow keys select the tab beside, as screen readers tell their users.
   * @param {KeyboardEvent} event
   * @param {HTMLElement} tab
   */
  #move(event, tab) {
    const count = this.#tabs.length;
    const index = this.#tabs.indexOf(tab);
    /** @type {Record<string, number>} */
    const targets = { ArrowRight: (index + 1) % count, ArrowLeft: (index + count - 1) % count, Home: 0, End: count - 1 };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    this.select(nameOf(this.#tabs[target]));
    this.#tabs[target].focus();
  }
}

/** @param {HTMLElement} tab */
function nameOf(tab) {
  return tab.id.replace("tab-", "");
}

/** How each tab shows the answer of the worker. */
export const PANELS = {
  evaluate: { request: "evaluate", target: "evaluated", show: showValues },
  plan: { request: "plan", target: "planned", show: showPlan },
  tree: { request: "tree", target: "panel-tree", show: showTree },
  object: { request: "object", target: "object", show: showObject },
};

/**
 * @param {HTMLElement} target
 * @param {{ name: string, value: string, type: string }[]} values
 */
function showValues(target, values) {
  if (values.length === 0) {
    target.replaceChildren("The source has no outputs or attributes.");
    return;
  }
  const lines = values.map(({ name, value, type }) => {
    const line = element("div", "");
    if (name) line.append(element("span", name, "name"), " = ");
    line.append(value, " ", element("span", `# ${type}`, "type"));
    return line;
  });
  target.replaceChildren(...lines);
}

/**
 * @param {HTMLElement} target
 * @param {{ text: string, unknown: { detail: string, line: number | undefined, from: number, to: number }[] }} plan
 * @param {EditorView} view
 */
function showPlan(target, { text, unknown }, view) {
  target.textContent = text;
  byId("unknown-title").hidden = unknown.length === 0;
  const items = unknown.map((one) => {
    const item = element("li", "");
    item.append(...marked(one.detail), " ");
    if (one.line !== undefined) {
      const button = item.appendChild(element("button", `Line ${one.line}`));
      button.addEventListener("click", () => select(view, one));
    }
    return item;
  });
  byId("unknown").replaceChildren(...items);
}

/** @param {HTMLElement} target @param {string} text */
function showObject(target, text) {
  target.textContent = text;
}

/**
 * @param {HTMLElement} target
 * @param {{ nodes: Node[], isCut: boolean }} tree
 * @param {EditorView} view
 */
function showTree(target, { nodes, isCut }, view) {
  const tree = element("div", "", "tree");
  tree.append(listOf(nodes, view));
  if (nodes.length === 0) tree.textContent = "The source is empty.";
  if (isCut) tree.append(element("p", "The rest of the tree is left out."));
  target.replaceChildren(tree);
}

/** @param {Node[]} nodes @param {EditorView} view */
function listOf(nodes, view) {
  const list = element("ul", "");
  for (const node of nodes) {
    const item = list.appendChild(element("li", ""));
    const button = element("button", "");
    button.title = "Select in the source";
    button.append(element("span", node.kind, "kind"), node.text ? ` ${node.text}` : "");
    button.addEventListener("click", (event) => {
      event.preventDefault();
      select(view, node);
    });
    if (node.children.length === 0) {
      item.append(button);
      continue;
    }
    const details = /** @type {HTMLDetailsElement} */ (item.appendChild(element("details", "")));
    details.open = true;
    details.appendChild(element("summary", "")).append(button);
    details.append(listOf(node.children, view));
  }
  return list;
}
