// Calls of the WebAssembly module. It keeps nothing between calls, so that one that was stopped is replaced by a new instance.

import { HclError, HclLookupError, diagnosticsOf } from "./errors.js";

/** The JavaScript that wasm-bindgen made for the module. */
let glue;
/** Returns the bytes of the module, or fetches them. */
let loader;
let compiled;
/** The memory of the instance; `undefined` before there is one. */
let memory;
/** How many calls are running: a function of an expression may call this package. */
let depth = 0;
let stopped = false;

/** An instance that has had more memory than this is replaced, since its memory cannot shrink. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Sets what an entry of the package is made of. */
export function connect(newGlue, newLoader) {
  glue = newGlue;
  loader = newLoader;
}

/** Loads the module unless it is there: from what is given, or else from where the entry finds it. */
export async function init(source = undefined) {
  if (memory) {
    return;
  }
  let given = await (source ?? loader.fetch());
  if (given instanceof URL || typeof given === "string") {
    given = await fetch(given);
  }
  if (typeof Response === "function" && given instanceof Response) {
    given = await given.arrayBuffer();
  }
  compiled = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
  // Browsers refuse to make instances of large modules while a page waits.
  await glue.default({ module_or_path: compiled });
  memory = glue.instanceMemory();
}

function begin() {
  if (!compiled) {
    if (!loader.read) {
      throw new Error("hcl2-wasm is not loaded yet: `await init()` first");
    }
    compiled = new WebAssembly.Module(loader.read());
  }
  if (memory) {
    glue.__wbg_reset_state();
  } else {
    glue.initSync({ module: compiled });
  }
  memory = glue.instanceMemory();
  stopped = false;
}

/** Calls a function of the module. */
export function call(name, ...given) {
  if (!memory) {
    begin();
  }
  const called = glue[name];
  if (!called) {
    throw new Error(`hcl2-wasm/parser has no ${name}: import hcl2-wasm, which has all`);
  }
  depth += 1;
  try {
    return called(...given);
  } catch (thrown) {
    throw errorOf(thrown);
  } finally {
    depth -= 1;
    if (depth === 0 && (stopped || memory.buffer.byteLength > MAX_BYTES)) {
      begin();
    }
  }
}

/** Returns the error for what a call threw. */
function errorOf(thrown) {
  switch (thrown?.failure) {
    case "problems":
      return new HclError(thrown.message, diagnosticsOf(thrown.diagnostics), causeOf(thrown.cause));
    case "lookup":
      return new HclLookupError(thrown.message);
    case "edit":
      return new HclError(thrown.message);
    case "type":
      return new TypeError(thrown.message);
    case "range":
      return new RangeError(thrown.message);
    case "thrown":
      return thrown.cause;
  }
  // Everything else stopped the instance where it was.
  stopped = true;
  return new HclError(`hcl2 stopped: ${reasonOf(thrown)}`, [], { cause: thrown });
}

function causeOf(cause) {
  return cause === undefined ? undefined : { cause };
}

function reasonOf(thrown) {
  if (thrown instanceof WebAssembly.RuntimeError && /unreachable/.test(thrown.message)) {
    return "it ran out of memory";
  }
  return thrown?.message ?? String(thrown);
}
