// Sources: text and its places in UTF-16 code units, lines and bytes.

import { Diagnostic, HclError, Range } from "./errors.js";
import { call } from "./runtime.js";

const encoder = new TextEncoder();
// A byte order mark is part of the text.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** A surrogate that is not one of a pair. */
const UNPAIRED = /\p{Surrogate}/u;

export function isText(text) {
  return text.isWellFormed ? text.isWellFormed() : !UNPAIRED.test(text);
}

/** Returns the bytes of a string, or of bytes. */
export function encode(source, name) {
  if (typeof source === "string") {
    if (!isText(source)) {
      throw unpairedSurrogate(source, name);
    }
    return encoder.encode(source);
  }
  if (source instanceof Uint8Array) {
    return source;
  }
  if (source instanceof ArrayBuffer) {
    return new Uint8Array(source);
  }
  throw new TypeError(`expected a string, a Uint8Array or an ArrayBuffer, not ${typeName(source)}`);
}

export function decode(source) {
  return typeof source === "string" ? source : decoder.decode(source);
}

export function typeName(value) {
  return value === null ? "null" : (value?.constructor?.name ?? typeof value);
}

function unpairedSurrogate(text, name) {
  const offset = text.search(UNPAIRED);
  const code = text.charCodeAt(offset).toString(16).toUpperCase();
  const place = new Text(text.slice(0, offset)).position(Infinity);
  const range = new Range(name, place, { ...place, offset: offset + 1 });
  const detail = `The string has half of a character, the surrogate U+${code}, at offset ${offset}. Text consists of whole characters.`;
  const [severity, id, summary] = ["error", "hcl2::source::invalid-utf8", "Unpaired surrogate"];
  const rendered = `${range}: error[${id}]: ${summary}\n  ${detail}`;
  const problem = { severity, code: id, summary, detail, range, labels: [], suggestions: [], facts: [], rendered };
  return new HclError(rendered, [new Diagnostic(problem)]);
}

/** One byte offset is kept for this many UTF-16 code units. */
const STEP = 256;

/** A text with its places. */
export class Text {
  #lines;
  #bytes;
  #isPlain;

  constructor(text, byteLength = encoder.encode(text).length) {
    this.text = text;
    this.byteLength = byteLength;
  }

  /** Returns the UTF-16 offset of a byte offset. */
  unit(byte) {
    if (this.byteLength === this.text.length) {
      return Math.min(byte, this.byteLength);
    }
    this.#bytes ??= this.#checkpoints();
    let [low, high] = [0, this.#bytes.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#bytes[middle] <= byte) low = middle;
      else high = middle - 1;
    }
    let [unit, at] = [low * STEP, this.#bytes[low]];
    while (at < byte && unit < this.text.length) {
      at += bytesOf(this.text.charCodeAt(unit));
      unit += 1;
    }
    return unit;
  }

  #checkpoints() {
    const found = [];
    let at = 0;
    for (let unit = 0; unit < this.text.length; unit += 1) {
      if (unit % STEP === 0) found.push(at);
      at += bytesOf(this.text.charCodeAt(unit));
    }
    return found;
  }

  /** Returns the text between two byte offsets. */
  slice(start, end) {
    return this.text.slice(this.unit(start), this.unit(end));
  }

  /** Returns the place at a byte offset. */
  position(byte) {
    const [offset, lines] = [this.unit(byte), this.#lineStarts()];
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (lines[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    // A long line of plain text is not looked at for each place in it.
    this.#isPlain ??= /^[ -~\t\n]*$/.test(this.text);
    if (this.#isPlain) {
      const character = offset - lines[low];
      return { line: low + 1, column: character + 1, character, offset, byte: Math.min(byte, this.byteLength) };
    }
    const before = this.text.slice(lines[low], offset);
    return {
      line: low + 1,
      column: widthOf(before) + 1,
      character: before.length - (low === 0 && before.startsWith("\ufeff") ? 1 : 0),
      offset,
      byte: Math.min(byte, this.byteLength),
    };
  }

  #lineStarts() {
    if (!this.#lines) {
      this.#lines = [0];
      for (let at = this.text.indexOf("\n"); at >= 0; at = this.text.indexOf("\n", at + 1)) {
        this.#lines.push(at + 1);
      }
    }
    return this.#lines;
  }
}

/** Returns the bytes that a UTF-16 code unit adds: the first one of a pair has all four. */
function bytesOf(unit) {
  if (unit < 0x80) return 1;
  if (unit < 0x800) return 2;
  if (unit >= 0xdc00 && unit <= 0xdfff) return 0;
  return unit >= 0xd800 && unit <= 0xdbff ? 4 : 3;
}

/** Returns the number of grapheme clusters. */
function widthOf(line) {
  return /^[ -~\t]*$/.test(line) ? line.length : call("width", encoder.encode(line));
}
