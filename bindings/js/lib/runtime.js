// Calls of the WebAssembly module. It keeps nothing between calls, so that one that was stopped is replaced by a new instance.

import { HclError, HclLookupError, diagnosticsOf } from "./errors.js";

/** The WebAssembly modules of an entry, the smallest first: each has all functions of those before it. */
let modules = [];

/** An instance that has had more memory than this is replaced, since its memory cannot shrink. */
const MAX_BYTES = 256 * 1024 * 1024;

/** A WebAssembly module and its instance. */
class Loaded {
  /** The JavaScript that wasm-bindgen made for the module. */
  #glue;
  /** Returns the bytes of the module, or fetches them. */
  #loader;
  #compiled;
  /** The memory of the instance; `undefined` before there is one. */
  #memory;
  /** How many calls are running: a function of an expression may call this package. */
  #depth = 0;
  #stopped = false;

  constructor({ glue, ...loader }) {
    this.#glue = glue;
    this.#loader = loader;
  }

  get isReady() {
    return this.#memory !== undefined;
  }

  has(name) {
    return this.#glue[name] !== undefined;
  }

  async load(source) {
    if (this.isReady) {
      return;
    }
    let given = await (source ?? this.#loader.fetch());
    if (given instanceof URL || typeof given === "string") {
      given = await fetch(given);
    }
    if (typeof Response === "function" && given instanceof Response) {
      given = await given.arrayBuffer();
    }
    this.#compiled = given instanceof WebAssembly.Module ? given : await WebAssembly.compile(given);
    // Browsers refuse to make instances of large modules while a page waits.
    await this.#glue.default({ module_or_path: this.#compiled });
    this.#memory = this.#glue.instanceMemory();
  }

  #begin() {
    if (!this.#compiled) {
      if (!this.#loader.read) {
        throw new Error(`hcl2-wasm is not loaded yet: \`await ${this.#loader.init}()\` first`);
      }
      this.#compiled = new WebAssembly.Module(this.#loader.read());
    }
    if (this.isReady) {
      this.#glue.__wbg_reset_state();
    } else {
      this.#glue.initSync({ module: this.#compiled });
    }
    this.#memory = this.#glue.instanceMemory();
    this.#stopped = false;
  }

  call(name, given) {
    if (!this.isReady) {
      this.#begin();
    }
    this.#depth += 1;
    try {
      return this.#glue[name](...given);
    } catch (thrown) {
      throw errorOf(thrown, () => {
        this.#stopped = true;
      });
    } finally {
      this.#depth -= 1;
      if (this.#depth === 0 && (this.#stopped || this.#memory.buffer.byteLength > MAX_BYTES)) {
        this.#begin();
      }
    }
  }
}

/**
 * Sets what an entry of the package is made of. Each module has its `glue`, and the functions `fetch`, and `read` where files can be
 * read; `init` is the name of the function that loads it.
 */
export function connect(...given) {
  modules = given.map((one) => new Loaded(one));
}

/** Loads the module unless it is there: from what is given, or else from where the entry finds it. */
export async function init(source = undefined) {
  await modules[0].load(source);
}

/** Loads the module that has everything, as `init` does. */
export async function initModules(source = undefined) {
  await modules.at(-1).load(source);
}

/** Calls a function of the smallest module that has it, or of one that is there already. */
export function call(name, ...given) {
  const able = modules.filter((one) => one.has(name));
  if (able.length === 0) {
    throw new Error(`hcl2-wasm/parser has no ${name}: import hcl2-wasm, which has all`);
  }
  return (able.find((one) => one.isReady) ?? able[0]).call(name, given);
}

/** Returns the error for what a call threw. */
function errorOf(thrown, stop) {
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
    default:
      // Everything else stopped the instance where it was.
      stop();
      return new HclError(`hcl2 stopped: ${reasonOf(thrown)}`, [], { cause: thrown });
  }
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
