"use strict";

const { parse } = require("hcl2-wasm");

/** Returns a pair: the JSON text of a file and `null`, or an empty string and the error. */
exports.parseToString = (input) => {
  try {
    // The original has neither spaces nor line endings.
    return [JSON.stringify(parse(input).toObject({ simplify: false })), null];
  } catch (error) {
    return ["", error];
  }
};

/** Returns a pair: the object of a file and `null`, or `null` and the error. */
exports.parseToObject = (input) => {
  try {
    return [parse(input).toObject({ simplify: false }), null];
  } catch (error) {
    return [null, error];
  }
};
