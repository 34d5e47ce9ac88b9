// The worker: it loads the WebAssembly module and answers one request after the other.

import { initModules } from "hcl2-wasm";

import * as work from "./work.js";

/** @typedef {{ id: number, name: Exclude<keyof typeof work, "isModule">, given: any }} Request */

addEventListener("message", ({ data: { id, name, given } }) => {
  try {
    postMessage({ id, result: work[/** @type {Request} */ ({ id, name, given }).name](given) });
  } catch (error) {
    postMessage({ id, failure: error instanceof Error ? error.message : String(error) });
  }
});

try {
  await initModules(new URL("hcl2.wasm", import.meta.url));
  postMessage({ ready: true });
} catch (error) {
  postMessage({ broken: error instanceof Error ? error.message : String(error) });
}
