// What the package exports.

export { Attribute, Block, Body, Expression, File } from "./document.js";
export { Diagnostic, HclError, HclLookupError, Range } from "./errors.js";
export { Module, Plan } from "./module.js";
export { init, initModules } from "./runtime.js";
export { format, parse } from "./syntax.js";
export { Editor, _expressionAst, check, convert, diff, edit, evaluate, query, toObject } from "./texts.js";
export { ExactNumber, Sensitive, Unknown } from "./values.js";
