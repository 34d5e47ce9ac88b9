// Files and their bodies, blocks, attributes and expressions. A view finds their parts: in the table of the native syntax, or
// in the JSON syntax.

import { HclLookupError, Range } from "./errors.js";
import { call } from "./runtime.js";
import { classes } from "./values.js";

/** The content of a file or a block: attributes and blocks. */
export class Body {
  #view;
  #attributes;
  #items;

  constructor(view) {
    this.#view = view;
  }

  /** The attributes by name, in source order. */
  get attributes() {
    this.#attributes ??= new Map(this.#view.attributes().map((one) => [one.name, one]));
    return this.#attributes;
  }

  /** The attributes and blocks, in source order. */
  get items() {
    this.#items ??= this.#view.items(this);
    return this.#items;
  }

  [Symbol.iterator]() {
    return this.items[Symbol.iterator]();
  }

  get(name) {
    return this.attributes.get(name);
  }

  has(name) {
    return this.attributes.has(name);
  }

  /** Returns the blocks of a type whose labels start with the given ones; without arguments, all blocks. */
  blocks(...path) {
    const options = typeof path.at(-1) === "object" ? path.pop() : {};
    return this.#view.blocks(this, path, options.labelCount);
  }

  /** Returns the only block of a type whose labels start with the given ones. */
  block(...path) {
    const found = this.blocks(...path);
    if (found.length !== 1) {
      const names = path.filter((name) => typeof name === "string").join(" ");
      throw new HclLookupError(found.length === 0 ? `no block ${names}` : `${found.length} blocks ${names}`);
    }
    return found[0];
  }

  /** The range: of the whole file, or from the type of the block to its closing brace. */
  get range() {
    return this.#view.range();
  }

  get text() {
    return this.#view.text();
  }

  /** The comments above the block, without markers; empty for a file. */
  get comments() {
    return this.#view.commentsOf().above;
  }

  /** The comment beside the last line of the block. */
  get comment() {
    return this.#view.commentsOf().beside;
  }

  /** Every comment in the body and the blocks in it, without markers. */
  get allComments() {
    return this.#view.allComments();
  }

  /** The references to variables in the body and the blocks in it. */
  get references() {
    return this.#view.expressions().flatMap((expression) => expression.references);
  }
}

/** A block: a type, labels and a body. */
export class Block extends Body {
  #header;

  constructor(view, type, labels, header) {
    super(view);
    this.type = type;
    this.labels = labels;
    this.#header = header;
  }

  /** The range of the type and the labels. */
  get headerRange() {
    return this.#header();
  }
}

/** An attribute: a name and an expression. */
export class Attribute {
  #parts;

  /** `parts` has the functions `range`, `nameRange` and `commentsOf`. */
  constructor(name, expression, parts) {
    this.name = name;
    this.expression = expression;
    this.#parts = parts;
  }

  /** Returns the value of the expression, which must be constant. */
  value(options) {
    return this.expression.value(options);
  }

  get range() {
    return this.#parts.range();
  }

  get nameRange() {
    return this.#parts.nameRange();
  }

  /** The comments above the attribute, without markers. */
  get comments() {
    return this.#parts.commentsOf().above;
  }

  /** The comment beside the attribute. */
  get comment() {
    return this.#parts.commentsOf().beside;
  }
}

/** An expression of a file, which is not evaluated yet. */
export class Expression {
  #view;
  #uses;

  constructor(view) {
    this.#view = view;
  }

  get kind() {
    return this.#view.kind();
  }

  get text() {
    return this.#view.text();
  }

  get range() {
    return this.#view.range();
  }

  /** The references to variables, such as `var.region`, in source order. */
  get references() {
    this.#uses ??= this.#view.uses();
    return this.#uses.references;
  }

  /** The names of the functions that are called, in source order. */
  get functions() {
    this.#uses ??= this.#view.uses();
    return this.#uses.functions;
  }

  /** The elements of a list constructor, or `undefined` for any other expression. */
  get elements() {
    return this.#view.elements();
  }

  /** The keys and values of an object constructor, or `undefined` for any other expression. */
  get pairs() {
    return this.#view.pairs();
  }

  /** The expressions directly in this one, in source order. */
  get children() {
    return this.#view.children();
  }

  /** The operator of an operation. */
  get operator() {
    return this.#view.operator();
  }

  /** The name of the function of a call, or of the variable of a reference. */
  get name() {
    return this.#view.name();
  }

  /** Returns the value of an expression without variables. */
  value({ numbers } = {}) {
    return this.evaluate({ numbers });
  }

  evaluate({ variables, functions, numbers } = {}) {
    return call("evaluate", this.#view.place(), variables, functions, numbers, classes);
  }

  toString() {
    return this.text;
  }
}

/** A parsed file. */
export class File extends Body {
  #source;

  /** `source` has `name`, `syntax`, `content` (a `Text`), `warnings`, and the function `json`. */
  constructor(view, source) {
    super(view);
    this.#source = source;
  }

  /** The name, as it appears in ranges. */
  get name() {
    return this.#source.name;
  }

  /** The syntax: `native` or `json`. */
  get syntax() {
    return this.#source.syntax;
  }

  /** The warnings of parsing. */
  get warnings() {
    return this.#source.warnings;
  }

  /** Returns the file as JSON text. */
  toJson(options) {
    return this.#source.json(options);
  }

  /** Returns the file as an object, which is that of its JSON. */
  toObject(options) {
    return JSON.parse(this.#source.json(options, true));
  }

  toJSON() {
    return this.toObject();
  }
}

/** Returns the range between two byte offsets. */
export function rangeIn({ name, content }, start, end) {
  return new Range(name, content.position(start), content.position(end));
}
