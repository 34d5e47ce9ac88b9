// The page: it connects the editor, the worker, the address and the panels.

import { Client } from "./client.js";
import { createEditor, setText } from "./editor.js";
import { EXAMPLES } from "./examples.js";
import { MAX_ADDRESS, MAX_TEXT } from "./limits.js";
import { Names, descriptions } from "./names.js";
import { PANELS, Tabs, byId } from "./panels.js";
import { Problems } from "./problems.js";
import { decodeState, encodeState } from "./state.js";

const controls = {
  file: /** @type {HTMLSelectElement} */ (byId("file")),
  example: /** @type {HTMLSelectElement} */ (byId("example")),
  theme: /** @type {HTMLSelectElement} */ (byId("theme")),
  variables: /** @type {HTMLTextAreaElement} */ (byId("variables")),
  expression: /** @type {HTMLInputElement} */ (byId("expression")),
  convert: /** @type {HTMLButtonElement} */ (byId("convert")),
};

/** @param {string} text */
function announce(text) {
  byId("status").textContent = text;
}

/**
 * Returns a function that calls another once it was not called for some time.
 * @param {number} milliseconds
 * @param {() => void} call
 */
function delayed(milliseconds, call) {
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer;
  return () => {
    clearTimeout(timer);
    timer = setTimeout(call, milliseconds);
  };
}

const client = new Client(() => new Worker(new URL("worker.js", import.meta.url), { type: "module" }), announce);
const names = new Names();
const problems = new Problems(byId("problems"), count);

/**
 * Shows how many problems the source has. Screen readers would read the same number again after each key.
 * @param {string} text
 */
function count(text) {
  if (byId("problems-count").textContent !== text) byId("problems-count").textContent = text;
}

/** What the worker takes. */
function source() {
  return { file: controls.file.value, text: view.state.doc.toString(), variables: controls.variables.value, expression: controls.expression.value };
}

async function check() {
  const { doc } = view.state;
  try {
    const found = await client.ask("check", source());
    // The answer about an older text has wrong places.
    if (found === undefined || !view.state.doc.eq(doc)) return;
    names.names = found.names;
    problems.show(view, found);
  } catch (error) {
    count(messageOf(error));
  }
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

/** Fills the selected panel. */
async function fill() {
  const panel = PANELS[/** @type {keyof typeof PANELS} */ (tabs.selected)];
  if (!panel) return;
  const target = byId(panel.target);
  target.classList.add("stale");
  try {
    const found = await client.ask(panel.request, source());
    if (found === undefined) return;
    target.classList.remove("failure");
    panel.show(target, found, view);
  } catch (error) {
    target.classList.add("failure");
    target.textContent = messageOf(error);
    if (tabs.selected === "plan") {
      byId("unknown-title").hidden = true;
      byId("unknown").replaceChildren();
    }
  }
  target.classList.remove("stale");
}

/** Writes the state into the address, so that a reload and the history keep it. */
async function store() {
  const hash = await encodeState({ ...source(), tab: tabs.selected });
  if (hash.length <= MAX_ADDRESS) {
    history.replaceState(null, "", `#${hash}`);
    return true;
  }
  history.replaceState(null, "", location.pathname);
  return false;
}

const checkSoon = delayed(120, check);
const fillSoon = delayed(200, fill);
const storeSoon = delayed(600, store);

function changed() {
  checkSoon();
  fillSoon();
  storeSoon();
}

const { extension, keys } = descriptions(names, (reference) => client.ask("describe", { ...source(), reference }), announce);
const view = createEditor({
  parent: byId("editor"),
  complete: names.complete,
  descriptions: extension,
  keys: [
    ...keys,
    { key: "Alt-Shift-f", run: () => (format(), true) },
    { key: "Mod-.", run: (editor) => problems.fixAtCursor(editor) },
  ],
  onChange(update) {
    problems.move(update.changes);
    changed();
  },
  onRefused(length) {
    announce(`The text was not inserted: a source has at most ${MAX_TEXT.toLocaleString("en")} characters, and this has ${length.toLocaleString("en")}.`);
  },
});
const tabs = new Tabs(() => {
  fill();
  storeSoon();
});

/** Updates what depends on the language. */
function languageChanged() {
  const { value } = controls.file;
  names.language = value.includes(".tofu") ? "opentofu" : value.includes(".tf") ? "terraform" : "hcl";
  controls.convert.textContent = value.endsWith(".json") ? "Convert to HCL" : "Convert to JSON";
}

async function format() {
  try {
    const { doc } = view.state;
    const text = await client.ask("format", source());
    if (text === undefined || !view.state.doc.eq(doc)) return;
    const isFormatted = text === doc.toString();
    if (!isFormatted) setText(view, text);
    announce(isFormatted ? "The source is formatted already." : "The source is formatted.");
  } catch (error) {
    announce(`The source cannot be formatted. ${messageOf(error)}`);
  }
}

async function convert() {
  try {
    const { doc } = view.state;
    const found = await client.ask("convert", source());
    if (found === undefined || !view.state.doc.eq(doc)) return;
    controls.file.value = found.file;
    languageChanged();
    setText(view, found.text);
    announce(`The source is converted to ${found.file.endsWith(".json") ? "JSON" : "HCL"}.`);
  } catch (error) {
    announce(`The source cannot be converted. ${messageOf(error)}`);
  }
}

async function share() {
  if (!(await store())) {
    announce("The source is too long for a link.");
    return;
  }
  try {
    await navigator.clipboard.writeText(location.href);
    announce("The link is copied.");
  } catch {
    announce("The link is in the address bar. The browser does not let the page copy it.");
  }
}

/** @param {Partial<import("./state.js").State>} state */
function load({ file = "main.tf", text = "", variables = "", expression = "", tab = "evaluate" }) {
  controls.file.value = file;
  if (controls.file.selectedIndex < 0) controls.file.value = "config.hcl";
  controls.variables.value = variables;
  controls.expression.value = expression;
  languageChanged();
  setText(view, text);
  tabs.select(tab);
  check();
}

async function loadAddress() {
  try {
    const state = await decodeState(location.hash);
    load(state ?? EXAMPLES[0]);
  } catch {
    load(EXAMPLES[0]);
    announce("The address cannot be read; it may be incomplete. This is an example instead.");
  }
}

/** @param {string} theme `light`, `dark`, or empty for that of the system. */
function showTheme(theme) {
  document.documentElement.dataset.theme = theme;
}

/** Keeps the choice if the browser lets the page do so. */
function storedTheme() {
  try {
    return localStorage.getItem("theme") ?? "";
  } catch {
    return "";
  }
}

function connect() {
  for (const [index, { title }] of EXAMPLES.entries()) {
    controls.example.add(new Option(title, String(index)));
  }
  controls.example.addEventListener("change", () => {
    const example = EXAMPLES[Number(controls.example.value)];
    if (controls.example.value !== "" && example) load(example);
    controls.example.value = "";
  });
  controls.file.addEventListener("change", () => {
    languageChanged();
    changed();
  });
  controls.variables.addEventListener("input", changed);
  controls.expression.addEventListener("input", changed);
  byId("format").addEventListener("click", format);
  controls.convert.addEventListener("click", convert);
  byId("share").addEventListener("click", share);
  controls.theme.value = storedTheme();
  controls.theme.addEventListener("change", () => {
    showTheme(controls.theme.value);
    try {
      localStorage.setItem("theme", controls.theme.value);
    } catch {
      // The choice lasts until the page is closed.
    }
  });
  addEventListener("hashchange", loadAddress);
  showTheme(controls.theme.value);
}

connect();
await loadAddress();
performance.mark("ready");
names.functions = await (await fetch(new URL("functions.json", import.meta.url))).json();
// Browsers have service workers on https and on this machine only.
await navigator.serviceWorker?.register(new URL("offline.js", import.meta.url));
