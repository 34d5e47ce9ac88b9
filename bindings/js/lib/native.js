// Files in native syntax, as the table of nodes that the WebAssembly module makes.

import { Attribute, Block, Expression, File, rangeIn } from "./document.js";
import { diagnosticsOf } from "./errors.js";
import { call } from "./runtime.js";
import { Text, decode, encode } from "./source.js";

/** The kinds of nodes, in the order of `Kind` in `src/nodes.rs`. */
const KINDS = [
  "body",
  "attribute",
  "block",
  "label",
  "item",
  "step",
  "literal",
  "interpolation",
  "if",
  "forDirective",
  "variable",
  "error",
  "number",
  "bool",
  "null",
  "string",
  "template",
  "templateWrap",
  "traversal",
  "postfix",
  "parens",
  "unary",
  "binary",
  "conditional",
  "tuple",
  "object",
  "for",
  "call",
];
const [BODY, ATTRIBUTE, BLOCK, LABEL, ITEM] = [0, 1, 2, 3, 4];
const NUMBER = KINDS.indexOf("number");
/** What expressions are called whose nodes have other names. */
const EXPRESSIONS = {
  templateWrap: "template",
  traversal: "reference",
  postfix: "reference",
  unary: "operation",
  binary: "operation",
};
const WIDTH = 5;

/** Parses a file in native syntax. */
export function parseNative(source, name) {
  const bytes = encode(source, name);
  const [rows, strings, comments, warnings] = call("parse", bytes, name);
  const content = new Text(decode(source), bytes.length);
  const table = { name, content, rows, strings, comments };
  return new File(new NativeView(table, 0, 0), {
    name,
    syntax: "native",
    content,
    warnings: diagnosticsOf(warnings),
    json({ simplify = true, comments = false, ranges = false } = {}, compact = false) {
      return call("toJson", encode(content.text), name, simplify, comments, ranges, compact);
    },
  });
}

/** The fields of the row of a node. */
function kindOf({ rows }, row) {
  return rows[row * WIDTH];
}

function startOf({ rows }, row) {
  return rows[row * WIDTH + 1];
}

function endOf({ rows }, row) {
  return rows[row * WIDTH + 2];
}

function detailOf({ rows }, row) {
  return rows[row * WIDTH + 4];
}

/** Returns the rows of the nodes directly in a node. */
function childrenOf({ rows }, row) {
  const found = [];
  const end = row + rows[row * WIDTH + 3];
  for (let child = row + 1; child < end; child += rows[child * WIDTH + 3]) {
    found.push(child);
  }
  return found;
}

function textOf(table, row) {
  return table.content.slice(startOf(table, row), endOf(table, row));
}

function rangeOf(table, row) {
  return rangeIn(table, startOf(table, row), endOf(table, row));
}

/** Returns the content of a literal. */
function contentOf(table, row) {
  const detail = detailOf(table, row);
  if (detail > 1) {
    return table.strings[detail - 2];
  }
  const text = textOf(table, row);
  return detail === 1 ? text : text.slice(1, -1);
}

/** A body, and the block around it. */
class NativeView {
  #table;
  #row;
  #body;

  constructor(table, row, body) {
    this.#table = table;
    this.#row = row;
    this.#body = body;
  }

  #children(kind) {
    const table = this.#table;
    const all = this.#body === undefined ? [] : childrenOf(table, this.#body);
    return kind === undefined ? all : all.filter((row) => kindOf(table, row) === kind);
  }

  attributes() {
    return this.#children(ATTRIBUTE).map((row) => attributeAt(this.#table, row));
  }

  items() {
    const table = this.#table;
    return this.#children().map((row) => (kindOf(table, row) === BLOCK ? blockAt : attributeAt)(table, row));
  }

  blocks(body, path, labelCount) {
    const [type, ...labels] = path;
    return body.items.filter(
      (item) =>
        item instanceof Block &&
        (type === undefined || item.type === type) &&
        labels.every((label, index) => item.labels[index] === label) &&
        (labelCount === undefined || item.labels.length === labelCount),
    );
  }

  /** Returns the expressions of all attributes in the body and the blocks in it. */
  expressions() {
    const found = [];
    const end = this.#row + this.#table.rows[this.#row * WIDTH + 3];
    for (let row = this.#row; row < end; row += 1) {
      if (kindOf(this.#table, row) === ATTRIBUTE) found.push(attributeAt(this.#table, row).expression);
    }
    return found;
  }

  range() {
    return this.#row === 0 ? rangeIn(this.#table, 0, this.#table.content.byteLength) : rangeOf(this.#table, this.#row);
  }

  text() {
    return this.#row === 0 ? this.#table.content.text : textOf(this.#table, this.#row);
  }

  commentsOf() {
    return this.#row === 0 ? { above: [], beside: undefined } : commentsOf(this.#table, this.#row);
  }

  allComments() {
    const { comments, content } = this.#table;
    const [start, end] = this.#row === 0 ? [0, Infinity] : [startOf(this.#table, this.#row), endOf(this.#table, this.#row)];
    const found = [];
    for (let index = 0; index < comments.length; index += 2) {
      const [from, to] = [comments[index], comments[index + 1]];
      if (from >= start && from < end) {
        found.push({ text: commentText(content.slice(from, to)), range: rangeIn(this.#table, from, to) });
      }
    }
    return found;
  }
}

function attributeAt(table, row) {
  const [start, nameEnd] = [startOf(table, row), detailOf(table, row)];
  const expression = new Expression(new NativeExpression(table, row + 1, row));
  return new Attribute(table.content.slice(start, nameEnd), expression, {
    range: () => rangeOf(table, row),
    nameRange: () => rangeIn(table, start, nameEnd),
    commentsOf: () => commentsOf(table, row),
  });
}

function blockAt(table, row) {
  const [start, typeEnd] = [startOf(table, row), detailOf(table, row)];
  const children = childrenOf(table, row);
  const labels = children.filter((child) => kindOf(table, child) === LABEL);
  const body = children.find((child) => kindOf(table, child) === BODY);
  const type = table.content.slice(start, typeEnd);
  const texts = labels.map((label) => contentOf(table, label));
  const headerEnd = labels.length === 0 ? typeEnd : endOf(table, labels.at(-1));
  return new Block(new NativeView(table, row, body), type, texts, () => rangeIn(table, start, headerEnd));
}

/** An expression, in the attribute that it belongs to. */
class NativeExpression {
  #table;
  #row;
  #attribute;

  constructor(table, row, attribute) {
    this.#table = table;
    this.#row = row;
    this.#attribute = attribute;
  }

  /** Returns the row of the expression without parentheses. */
  #bare() {
    let row = this.#row;
    while (KINDS[kindOf(this.#table, row)] === "parens") row += 1;
    return row;
  }

  #node() {
    return KINDS[kindOf(this.#table, this.#bare())];
  }

  kind() {
    return EXPRESSIONS[this.#node()] ?? this.#node();
  }

  text() {
    return textOf(this.#table, this.#row);
  }

  range() {
    return rangeOf(this.#table, this.#row);
  }

  #part(row) {
    return new Expression(new NativeExpression(this.#table, row, this.#attribute));
  }

  elements() {
    return this.#node() === "tuple" ? this.children() : undefined;
  }

  pairs() {
    if (this.#node() !== "object") return undefined;
    const items = childrenOf(this.#table, this.#bare());
    return items.map((item) => childrenOf(this.#table, item).map((row) => this.#part(row)));
  }

  children() {
    const found = [];
    const add = (row) => {
      const kind = kindOf(this.#table, row);
      if (kind >= NUMBER) found.push(this.#part(row));
      else if (kind >= ITEM) childrenOf(this.#table, row).forEach(add);
    };
    childrenOf(this.#table, this.#bare()).forEach(add);
    return found;
  }

  operator() {
    const row = this.#bare();
    if (this.#node() === "unary") return textOf(this.#table, row)[0];
    if (this.#node() !== "binary") return undefined;
    const at = detailOf(this.#table, row);
    return /^(\|\||&&|[=!<>]=|.)/.exec(this.#table.content.slice(at, at + 2))[0];
  }

  name() {
    const row = this.#bare();
    if (this.#node() !== "call" && this.#node() !== "traversal") return undefined;
    const name = this.#table.content.slice(startOf(this.#table, row), detailOf(this.#table, row));
    return name.replace(/\s/g, "");
  }

  uses() {
    const place = this.place();
    const [offsets, functions] = call("uses", place.bytes, place.start, place.end);
    const references = [];
    for (let index = 0; index < offsets.length; index += 2) {
      const [start, end] = [offsets[index] + place.offset, offsets[index + 1] + place.offset];
      references.push({ text: this.#table.content.slice(start, end), range: rangeIn(this.#table, start, end) });
    }
    return { references, functions };
  }

  /** Returns where the expression is, as `src/place.rs` describes it. */
  place() {
    const [table, row] = [this.#table, this.#row];
    const offset = startOf(table, this.#attribute);
    return {
      kind: "attribute",
      name: table.name,
      // A heredoc ends with its line.
      bytes: encode(`${textOf(table, this.#attribute)}\n`),
      start: startOf(table, row) - offset,
      end: endOf(table, row) - offset,
      offset,
      whole: () => encode(table.content.text),
    };
  }
}

/** Returns the text of a comment without its markers and the space around it. */
function commentText(comment) {
  const isBlock = comment.length >= 4 && comment.startsWith("/*") && comment.endsWith("*/");
  return (isBlock ? comment.slice(2, -2) : comment.replace(/^(\/\/|#)/, "")).trim();
}

function linesOf(comment) {
  const text = commentText(comment);
  return text === "" ? [] : text.split("\n").map((line) => line.trim());
}

/** Returns the comments on the lines above an item, and the one beside its last line, without markers. */
function commentsOf(table, row) {
  const { comments, content } = table;
  const comment = (index) => [content.unit(comments[index * 2]), content.unit(comments[index * 2 + 1])];
  const count = comments.length / 2;
  const byte = startOf(table, row);
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (comments[middle * 2] < byte) low = middle + 1;
    else high = middle;
  }
  const above = [];
  let before = content.unit(byte);
  for (let index = low - 1; index >= 0; index -= 1) {
    const [start, end] = comment(index);
    const text = content.text.slice(start, end);
    const between = content.text.slice(end, before);
    const lineStart = content.text.lastIndexOf("\n", start - 1) + 1;
    const endings = text.endsWith("\n") ? 0 : 1;
    const isNext = between.trim() === "" && between.split("\n").length - 1 === endings;
    if (!isNext || content.text.slice(lineStart, start).trim() !== "") break;
    above.unshift(...linesOf(text));
    before = start;
  }
  const end = content.unit(endOf(table, row));
  const behind = end + /^[ \t\r,]*/.exec(content.text.slice(end, end + 4096))[0].length;
  let beside;
  for (let index = low; index < count && beside === undefined; index += 1) {
    const [start, stop] = comment(index);
    if (start > behind) break;
    if (start === behind) beside = linesOf(content.text.slice(start, stop)).join(" ");
  }
  return { above, beside };
}
