// The state in the address. A link of the documentation has plain parameters, as in `#file=main.tf&text=...`; a shared link has
// `#z=` with compressed JSON.

import { MAX_TEXT } from "./limits.js";

/**
 * @typedef {object} State
 * @property {string} file The name of the file, which selects its language.
 * @property {string} text
 * @property {string} variables
 * @property {string} expression
 * @property {string} tab
 */

const NAMES = /** @type {const} */ (["file", "text", "variables", "expression", "tab"]);

/**
 * Returns the state of an address, or `undefined` if it has none.
 * @param {string} hash The part of the address after `#`.
 * @returns {Promise<Partial<State> | undefined>}
 */
export async function decodeState(hash) {
  const parameters = new URLSearchParams(hash.replace(/^#/, ""));
  const compressed = parameters.get("z");
  if (compressed !== null) {
    return stateOf(JSON.parse(await inflate(compressed)));
  }
  const state = stateOf(Object.fromEntries(parameters));
  return Object.keys(state).length > 0 ? state : undefined;
}

/**
 * Returns the part of an address, after `#`, that has a state.
 * @param {State} state
 * @returns {Promise<string>}
 */
export async function encodeState(state) {
  // JSON escapes unpaired surrogates, which UTF-8 cannot have.
  const bytes = new TextEncoder().encode(JSON.stringify(state));
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const packed = new Uint8Array(await new Response(stream).arrayBuffer());
  let binary = "";
  for (const byte of packed) binary += String.fromCharCode(byte);
  return `z=${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "")}`;
}

/**
 * @param {any} given
 * @returns {Partial<State>}
 */
function stateOf(given) {
  /** @type {Partial<State>} */
  const state = {};
  for (const name of NAMES) {
    if (typeof given?.[name] === "string") {
      state[name] = given[name].slice(0, MAX_TEXT);
    }
  }
  return state;
}

/** @param {string} text */
async function inflate(text) {
  const binary = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const packed = Uint8Array.from(binary, (unit) => unit.charCodeAt(0));
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
  const decoder = new TextDecoder();
  let result = "";
  // A small address may expand to gigabytes; escapes make JSON at most six times as long as its strings.
  while (result.length <= 8 * MAX_TEXT) {
    const { done, value } = await reader.read();
    if (done) {
      return result + decoder.decode();
    }
    result += decoder.decode(value, { stream: true });
  }
  await reader.cancel();
  throw new RangeError("the text in the address is too long");
}
