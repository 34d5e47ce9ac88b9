// What the worker does: each function takes and returns plain objects.

import { HclError, Module, check as checkFile, convert as convertFile, evaluate as evaluateText, format as formatFile, parse } from "hcl2-wasm";

import { MAX_PROBLEMS } from "./limits.js";
import { show, typeOf } from "./show.js";
import { treeOf } from "./tree.js";

/**
 * @typedef {{ file: string, text: string }} Source
 * @typedef {Source & { variables: string }} SourceWithVariables
 * @typedef {{ from: number, to: number }} Place
 * @typedef {{ label: string, detail: string, info: string, kind: string }} Name What completion offers.
 * @typedef {Place & { label: string, insert: string }} Fix
 * @typedef {Place & { severity: "error" | "warning" | "note", code: string, summary: string, detail: string, line: number, fixes: Fix[] }} Problem
 */

/** The ends of the names of files of a module. */
const MODULE = /\.(tf|tofu)(\.json)?$/;

/** @param {string} file */
export function isModule(file) {
  return MODULE.test(file);
}

/** @type {{ file: string, text: string, module: Module } | undefined} */
let last;

/**
 * Returns the module of a file. Several questions about one text read it once.
 * @param {Source} source
 */
function moduleOf({ file, text }) {
  if (last?.file !== file || last.text !== text) {
    const language = file.includes(".tofu") ? "opentofu" : "terraform";
    last = { file, text, module: new Module({ [file]: text }, { language }) };
  }
  return last.module;
}

const SEVERITIES = ["error", "warning", "note"];

/**
 * Returns the problems of a file: errors first, then in the order of the source.
 * @param {Source} source
 */
export function check(source) {
  const found = problemsOf(source).map(problemOf);
  const rank = (/** @type {Problem} */ { severity }) => SEVERITIES.indexOf(severity);
  found.sort((a, b) => rank(a) - rank(b) || a.from - b.from);
  return { problems: found.slice(0, MAX_PROBLEMS), total: found.length, names: namesOf(source) };
}

/**
 * @param {Source} source
 * @returns {readonly import("hcl2-wasm").Diagnostic[]}
 */
function problemsOf(source) {
  try {
    if (!isModule(source.file)) return checkFile(source.text, { filename: source.file });
    const module = moduleOf(source);
    return [...module.diagnostics, ...module.check()];
  } catch (error) {
    // An unpaired surrogate throws here as everywhere.
    if (error instanceof HclError && error.diagnostics.length > 0) return error.diagnostics;
    throw error;
  }
}

/**
 * @param {import("hcl2-wasm").Diagnostic} given
 * @returns {Problem}
 */
function problemOf({ severity, code, summary, detail, range, suggestions }) {
  const fixes = suggestions
    .filter((one) => one.range !== undefined)
    .map((one) => ({ ...placeOf(one.range), label: one.text, insert: one.replacement }));
  return { severity, code, summary, detail, fixes, line: range?.start.line ?? 1, ...placeOf(range) };
}

/** @param {import("hcl2-wasm").Range | undefined} range */
function placeOf(range) {
  return { from: range?.start.offset ?? 0, to: range?.end.offset ?? 0 };
}

/**
 * Returns the names that expressions of a file can refer to; none of a file that cannot be read.
 * @param {Source} source
 * @returns {Name[]}
 */
function namesOf(source) {
  if (!isModule(source.file)) return [];
  try {
    const { variables, locals, resources, calls } = moduleOf(source);
    return [
      ...variables.map(({ name, type, description = "" }) => ({ label: `var.${name}`, detail: type, info: description, kind: "variable" })),
      ...locals.map((name) => ({ label: `local.${name}`, detail: "local value", info: "", kind: "constant" })),
      ...resources.map(({ kind, type, name }) => {
        const label = kind === "resource" ? `${type}.${name}` : `${kind}.${type}.${name}`;
        return { label, detail: kind, info: "", kind: "class" };
      }),
      ...calls.map(({ name, source: from = "" }) => ({ label: `module.${name}`, detail: "module", info: from, kind: "namespace" })),
    ];
  } catch {
    return [];
  }
}

/** @param {Source} source */
export function format({ file, text }) {
  return formatFile(text, { filename: file });
}

/**
 * Returns the file in the other syntax, with its name.
 * @param {Source} source
 */
export function convert({ file, text }) {
  const isJson = file.endsWith(".json");
  if (isModule(file)) {
    const to = isJson ? file.slice(0, -".json".length) : `${file}.json`;
    return { file: to, text: convertFile(text, isJson ? "native" : "json", { filename: file }) };
  }
  if (isJson) {
    throw new Error("JSON does not tell blocks from attributes, so only Terraform and OpenTofu files can be converted from it.");
  }
  const object = parse(text, { filename: file }).toObject({ simplify: false });
  return { file: "config.json", text: `${JSON.stringify(object, null, 2)}\n` };
}

/**
 * Returns the values of variables in the notation of a `.tfvars` file.
 * @param {string} text
 */
function variablesOf(text) {
  const file = parse(text, { filename: "variables" });
  return Object.fromEntries(Array.from(file.attributes.values(), (one) => [one.name, one.value()]));
}

/**
 * Returns the value of an expression, or without one, those of the outputs of a module or the attributes of another file.
 * @param {SourceWithVariables & { expression: string }} given
 */
export function evaluate(given) {
  const variables = variablesOf(given.variables);
  if (given.expression.trim() !== "") {
    const value = valueOf(given, given.expression, variables);
    return [{ name: "", value: show(value), type: typeOf(value) }];
  }
  if (isModule(given.file)) {
    return named(Object.entries(moduleOf(given).evaluateOutputs({ variables })));
  }
  return named(attributesOf(parse(given.text, { filename: given.file }), "", variables));
}

/** @param {[string, any][]} entries */
function named(entries) {
  return entries.map(([name, value]) => ({ name, value: show(value), type: typeOf(value) }));
}

/**
 * @param {Source} source
 * @param {string} expression
 * @param {Record<string, any>} variables
 */
function valueOf(source, expression, variables) {
  if (isModule(source.file)) return moduleOf(source).evaluate(expression, { variables });
  return evaluateText(expression, { variables });
}

/**
 * @param {import("hcl2-wasm").Body} body
 * @param {string} prefix
 * @param {Record<string, any>} variables
 * @returns {[string, any][]}
 */
function attributesOf(body, prefix, variables) {
  return body.items.flatMap((item) => {
    if ("expression" in item) return [[`${prefix}${item.name}`, item.expression.evaluate({ variables })]];
    return attributesOf(item, `${prefix}${[item.type, ...item.labels].join(".")}.`, variables);
  });
}

/**
 * Plans a module without schemas of providers, and lists what is not known.
 * @param {SourceWithVariables} given
 */
export function plan(given) {
  if (!isModule(given.file)) {
    throw new Error("Only Terraform and OpenTofu modules have plans. Select one of their files as the language.");
  }
  const variables = variablesOf(given.variables);
  const planned = moduleOf(given).plan({ variables, partial: true, inferSchemas: true });
  // The text ends with the same list, which the page shows with links into the source.
  const text = String(planned).replace(/^Not complete:\n(?: .*\n)*/m, "");
  const unknown = planned.incomplete.map(({ detail, range }) => ({ detail, line: range?.start.line, ...placeOf(range) }));
  return { text, unknown };
}

/** @param {Source} source */
export function tree({ file, text }) {
  return treeOf(parse(text, { filename: file }));
}

/** @param {Source} source */
export function object({ file, text }) {
  return JSON.stringify(parse(text, { filename: file }).toObject(), null, 2);
}

/**
 * Describes a reference of a file, such as `var.name`: its value, its type and its description.
 * @param {SourceWithVariables & { reference: string }} given
 */
export function describe(given) {
  const name = namesOf(given).find((one) => one.label === given.reference);
  try {
    const value = valueOf(given, given.reference, variablesOf(given.variables));
    return { title: `${given.reference}: ${name?.kind === "variable" ? name.detail : typeOf(value)}`, value: show(value), info: name?.info ?? "" };
  } catch {
    // A name without a value, such as one of a block, is described by what it is.
    return name && { title: `${name.label}: ${name.detail}`, value: "", info: name.info };
  }
}
