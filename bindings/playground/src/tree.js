// The syntax tree of a file as plain objects, which a worker can send.

import { Attribute, Block } from "hcl2-wasm";

import { MAX_NODES } from "./limits.js";

/**
 * @typedef {object} Node
 * @property {string} kind
 * @property {string} text What distinguishes the node from others of its kind, such as a name.
 * @property {number} from
 * @property {number} to
 * @property {Node[]} children
 */

/**
 * Returns the nodes of a file, and whether some are left out.
 * @param {import("hcl2-wasm").File} file
 */
export function treeOf(file) {
  let left = MAX_NODES;
  /**
   * @param {string} kind
   * @param {string} text
   * @param {import("hcl2-wasm").Range} range
   * @param {() => (Node | undefined)[]} children
   * @returns {Node | undefined}
   */
  const node = (kind, text, range, children) => {
    left -= 1;
    if (left < 0) return undefined;
    const found = { kind, text, from: range.start.offset, to: range.end.offset };
    return { ...found, children: children().filter((one) => one !== undefined) };
  };
  /** @param {import("hcl2-wasm").Expression} one @returns {Node | undefined} */
  const expression = (one) => {
    const text = one.operator ?? one.name ?? (one.children.length === 0 ? shortened(one.text) : "");
    return node(one.kind, text, one.range, () => one.children.map(expression));
  };
  /** @param {import("hcl2-wasm").Body} body @returns {(Node | undefined)[]} */
  const items = (body) => {
    return body.items.map((item) => {
      if (item instanceof Attribute) {
        return node("attribute", item.name, item.range, () => [expression(item.expression)]);
      }
      const { type, labels } = /** @type {Block} */ (item);
      const header = [type, ...labels.map((label) => JSON.stringify(label))].join(" ");
      return node("block", header, item.range, () => items(item));
    });
  };
  const nodes = /** @type {Node[]} */ (items(file).filter((one) => one !== undefined));
  return { nodes, isCut: left < 0 };
}

/** @param {string} text */
function shortened(text) {
  const line = text.split("\n", 1)[0];
  return line.length < text.length || line.length > 60 ? `${line.slice(0, 60)}…` : line;
}
