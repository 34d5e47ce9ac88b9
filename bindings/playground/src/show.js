// Values as text in HCL's notation.

import { ExactNumber, Sensitive, Unknown } from "hcl2-wasm";

const NAME = /^[\p{ID_Start}_][\p{ID_Continue}-]*$/u;

/**
 * Returns a value as HCL writes it; what is unknown or sensitive is in parentheses.
 * @param {any} value
 * @param {string} [indentation] The spaces of the line where the value starts.
 * @returns {string}
 */
export function show(value, indentation = "") {
  if (value instanceof Unknown) return `(unknown ${value.type})`;
  if (value instanceof Sensitive) return "(sensitive)";
  if (value instanceof ExactNumber) return value.text;
  if (typeof value === "string") return quoted(value);
  if (value === null || typeof value !== "object") return String(value);
  const inner = `${indentation}  `;
  if (Array.isArray(value)) {
    const elements = value.map((one) => show(one, inner));
    const line = `[${elements.join(", ")}]`;
    if (line.length <= 80 && !line.includes("\n")) return line;
    return `[\n${elements.map((one) => `${inner}${one},\n`).join("")}${indentation}]`;
  }
  const entries = Object.entries(value);
  if (entries.length === 0) return "{}";
  const names = entries.map(([name]) => (NAME.test(name) ? name : quoted(name)));
  const width = Math.max(...names.map((name) => name.length));
  const lines = entries.map(([, one], index) => `${inner}${names[index].padEnd(width)} = ${show(one, inner)}\n`);
  return `{\n${lines.join("")}${indentation}}`;
}

/** @param {string} text */
function quoted(text) {
  return JSON.stringify(text).replace(/([$%])(?=\{)/g, "$1$1");
}

/**
 * Returns the type of a value, as messages name it.
 * @param {any} value
 * @returns {string}
 */
export function typeOf(value) {
  if (value instanceof Unknown) return value.type;
  if (value instanceof Sensitive) return `${typeOf(value.reveal())}, sensitive`;
  if (value === null) return "null";
  if (Array.isArray(value)) return value.length === 1 ? "list of 1 element" : `list of ${value.length} elements`;
  if (typeof value === "boolean") return "bool";
  return value instanceof ExactNumber ? "number" : typeof value;
}
