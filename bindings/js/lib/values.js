// Values that JavaScript has no type for.

import { call } from "./runtime.js";
import { isText, typeName } from "./source.js";

const state = Symbol("state");

/** A value that is not known yet, of a known type. */
export class Unknown {
  #state;

  constructor(type = "any", { [state]: given } = {}) {
    this.#state = given;
    this.type = given ? type : call("typeNamed", type);
    Object.freeze(this);
  }

  /** Returns what is known about a value besides its type. */
  static [state](unknown) {
    return unknown.#state;
  }

  toString() {
    return `Unknown(${JSON.stringify(this.type)})`;
  }

  [Symbol.toPrimitive](hint) {
    if (hint === "string") return this.toString();
    throw new TypeError("an unknown value is neither a number nor a string");
  }

  toJSON() {
    throw new TypeError("an unknown value has no JSON");
  }
}

/** A value with marks, such as a sensitive one. Neither `console.log` nor `JSON.stringify` shows it. */
export class Sensitive {
  #value;

  constructor(value, marks = ["sensitive"]) {
    for (const mark of marks) {
      if (mark !== "sensitive" && mark !== "ephemeral") {
        throw new TypeError(`a mark must be "sensitive" or "ephemeral", not ${JSON.stringify(mark)}`);
      }
    }
    this.#value = value;
    this.marks = Object.freeze([...marks]);
    Object.freeze(this);
  }

  /** Returns the value without its marks. */
  reveal() {
    return this.#value;
  }

  toString() {
    return "Sensitive(...)";
  }

  [Symbol.toPrimitive](hint) {
    if (hint === "string") return this.toString();
    throw new TypeError("a sensitive value is concealed; call reveal() first");
  }

  toJSON() {
    throw new TypeError("a sensitive value is concealed; call reveal() first");
  }
}

/** A number by its decimal digits, which may be more than a `number` holds. */
export class ExactNumber {
  constructor(text) {
    this.text = String(text);
    Object.freeze(this);
  }

  toString() {
    return this.text;
  }

  valueOf() {
    return Number(this.text);
  }

  toBigInt() {
    return BigInt(this.text);
  }

  toJSON() {
    return Number(this.text);
  }
}

/** What the WebAssembly module uses of this module. */
export const classes = {
  unknown: (type, encoded) => new Unknown(type, { [state]: encoded }),
  sensitive: (value, marks) => new Sensitive(value, marks),
  exact: (text) => new ExactNumber(text),
  isText,
  parts(value) {
    if (typeof value === "bigint") return ["number", value.toString()];
    if (Array.isArray(value)) return ["tuple", Array.from(value)];
    if (value instanceof Unknown) return ["unknown", value.type, Unknown[state](value)];
    if (value instanceof Sensitive) return ["sensitive", value.reveal(), value.marks];
    if (value instanceof ExactNumber) return ["number", value.text];
    if (value instanceof Set) return ["set", Array.from(value)];
    if (value instanceof Map) return ["object", Array.from(value)];
    const isPlain = typeof value === "object" && [null, "Object"].includes(nameOf(value));
    if (isPlain) return ["object", Object.entries(value)];
    throw new TypeError(`a value cannot be made of ${typeof value === "function" ? "a function" : typeName(value)}`);
  },
};

/** Returns the name of the class of an object, `null` without one. Objects of other realms count. */
function nameOf(value) {
  const prototype = Object.getPrototypeOf(value);
  return prototype && (Object.getPrototypeOf(prototype) ? "" : (prototype.constructor?.name ?? ""));
}
