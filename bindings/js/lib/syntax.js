// What both entries have: parsing, checking and formatting.

import { diagnosticsOf } from "./errors.js";
import { parseJson } from "./json.js";
import { parseNative } from "./native.js";
import { call } from "./runtime.js";
import { encode } from "./source.js";

/** Returns whether a file is in JSON syntax: as `syntax` says, or else its name. */
export function isJson(syntax, name) {
  if (syntax !== undefined && syntax !== "native" && syntax !== "json") {
    throw new TypeError(`syntax must be "native" or "json", not ${JSON.stringify(syntax)}`);
  }
  return syntax ? syntax === "json" : name.endsWith(".json");
}

/** Parses a file. */
export function parse(source, { filename = "<string>", syntax } = {}) {
  return isJson(syntax, filename) ? parseJson(source, filename) : parseNative(source, filename);
}

/** Returns the problems of the syntax of a file. */
export function checkSyntax(source, { filename = "<string>", syntax } = {}) {
  const check = isJson(syntax, filename) ? "jsonCheck" : "check";
  return diagnosticsOf(call(check, encode(source, filename), filename));
}

/** Formats a file in native syntax. */
export function format(source, options = {}) {
  const { filename = "<string>", indentation = 2, align = true, maxWidth, sortAttributes = false } = options;
  return call("format", encode(source, filename), filename, indentation, align, maxWidth, sortAttributes);
}
