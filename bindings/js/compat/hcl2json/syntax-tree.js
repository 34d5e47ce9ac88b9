"use strict";

/** The names of functions that tell what a node is, by its type. */
const TYPES = {
  For: "for",
  TemplateWrap: "templateWrap",
  Template: "template",
  FunctionCall: "function",
  ScopeTraversal: "scopeTraversal",
  RelativeTraversal: "relativeTraversal",
  LiteralValue: "literalValue",
  Index: "index",
  Splat: "splat",
  Conditional: "conditional",
  UnaryOp: "unaryOp",
  BinaryOp: "binaryOp",
  Tuple: "tuple",
  Object: "object",
};

for (const [name, type] of Object.entries(TYPES)) {
  exports[`is${name}Expression`] = (node) => node.type === type;
}

exports.isNameTraversalPart = (part) => part.type === "nameTraversal";
exports.isIndexTraversalPart = (part) => part.type === "indexTraversal";

/** Returns the child with a source text. */
exports.getChildWithValue = (node, value) =>
  node.children ? node.children.find((child) => child.meta?.value === value) : null;
