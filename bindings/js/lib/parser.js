// What the entry `hcl2-wasm/parser` exports.

export { Attribute, Block, Body, Expression, File } from "./document.js";
export { Diagnostic, HclError, HclLookupError, Range } from "./errors.js";
export { init } from "./runtime.js";
export { checkSyntax as check, format, parse } from "./syntax.js";
