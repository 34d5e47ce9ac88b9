"use strict";

const { getChildWithValue } = require("./syntax-tree");

/** Returns the references in a tree, without those to variables of a `for` around them. */
function referencesIn(node, locals = []) {
  if (!node) return [];
  if (node.type === "scopeTraversal") {
    const parts = node.meta.traversal;
    if (locals.includes(parts[0].segment)) return [];
    const reference = {
      value: parts.map((part) => part.segment).join("."),
      startPosition: parts[0].range.start.byte,
      endPosition: parts.at(-1).range.end.byte,
    };
    return [reference];
  }
  if (node.type === "for") {
    const { keyVar, valVar, collectionExpression, conditionalExpression } = node.meta;
    // As the original does, without the results.
    return [collectionExpression, conditionalExpression].flatMap((text) =>
      referencesIn(getChildWithValue(node, text), [keyVar, valVar, ...locals]),
    );
  }
  return node.children.flatMap((child) => referencesIn(child, locals));
}

exports.referencesIn = referencesIn;
