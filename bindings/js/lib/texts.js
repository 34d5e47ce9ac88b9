// Evaluating, converting, comparing, querying and editing.

import { Expression, File } from "./document.js";
import { rangeOf } from "./errors.js";
import { Module } from "./module.js";
import { call } from "./runtime.js";
import { encode } from "./source.js";
import { checkSyntax, isJson } from "./syntax.js";
import { classes } from "./values.js";

/** Evaluates an expression: its text, or an `Expression` of a file. */
export function evaluate(expression, options = {}) {
  if (expression instanceof Expression) {
    return expression.evaluate(options);
  }
  if (typeof expression !== "string") {
    throw new TypeError("expected a string or an Expression");
  }
  const name = options.filename ?? "<expression>";
  const bytes = encode(expression, name);
  const place = { kind: "expression", name, bytes, offset: 0, whole: () => bytes };
  return call("evaluate", place, options.variables, options.functions, options.numbers, classes);
}

/** The ends of the names of files of a module. */
const MODULE = /\.(tf|tofu)(\.json)?$/;

/** Returns the problems of a file: of its syntax, and of a module that consists of it if it has the name of one. */
export function check(source, options = {}) {
  const { filename = "<string>", language } = options;
  if (!MODULE.test(filename)) {
    return checkSyntax(source, options);
  }
  const name = filename.replace(/^.*[\\/]/, "");
  const implied = /\.tofu(\.json)?$/.test(name) ? "opentofu" : "terraform";
  const module = new Module({ [name]: source }, { language: language ?? implied });
  return [...module.diagnostics, ...module.check()];
}

/** Returns the object of a file: attributes by name, blocks in lists below their types and labels. */
export function toObject(source, options = {}) {
  const { filename = "<string>", syntax, simplify = true, comments = false, ranges = false } = options;
  const bytes = encode(source, filename);
  if (isJson(syntax, filename)) {
    return JSON.parse(new TextDecoder().decode(bytes));
  }
  return JSON.parse(call("toJson", bytes, filename, simplify, comments, ranges, true));
}

/** Converts a Terraform file to the other syntax. */
export function convert(source, to, options = {}) {
  const toJson = isJson(to, "");
  const filename = options.filename ?? (toJson ? "main.tf" : "main.tf.json");
  return call("convert", encode(source, filename), filename, toJson);
}

/** Compares two files by what they mean: texts, or parsed files. */
export function diff(before, after) {
  const side = (file, name) => {
    if (file instanceof File) return [encode(file.text), file.name, file.syntax === "json"];
    return [encode(file, name), name, false];
  };
  const changes = call("diff", ...side(before, "<before>"), ...side(after, "<after>"));
  return changes.map((change) => ({ ...change, before: rangeOf(change.before), after: rangeOf(change.after) }));
}

function contentOf(source, options) {
  if (source instanceof File) return [encode(source.text), source.name];
  const { filename = "<string>" } = options;
  return [encode(source, filename), filename];
}

/** Returns what is at an address of a file, such as `resource.aws_instance.*.tags`. */
export function query(source, address, options = {}) {
  const found = call("select", ...contentOf(source, options), address);
  return found.map(([at, text]) => ({ address: at, text }));
}

/** Edits a file. Everything that an edit does not name stays as it is, comments included. */
export class Editor {
  #name;
  #text;

  constructor(source, options = {}) {
    const [bytes, name] = contentOf(source, options);
    this.#name = name;
    // Problems of the file are found at once.
    call("select", bytes, name, "");
    this.#text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  }

  get text() {
    return this.#text;
  }

  toString() {
    return this.#text;
  }

  #edit(operation, ...given) {
    const bytes = encode(this.#text, this.#name);
    const [text, count] = call("edit", bytes, this.#name, operation, given, classes);
    this.#text = text;
    return count;
  }

  query(address) {
    return query(this.#text, address, { filename: this.#name });
  }

  /** Sets an attribute or an element to a value. With `create`, it is created if it is missing. */
  set(address, value, { create = false } = {}) {
    this.#edit(create ? "create" : "set", address, value);
    return this;
  }

  /** Sets an attribute or an element to an expression in source text. */
  setExpression(address, expression, { create = false } = {}) {
    this.#edit(create ? "createExpression" : "setExpression", address, expression);
    return this;
  }

  /** Inserts source text, an attribute or a block, at the end of the body at an address. */
  insert(item, into = "") {
    this.#edit("insert", item, into);
    return this;
  }

  remove(address) {
    this.#edit("remove", address);
    return this;
  }

  rename(address, name) {
    this.#edit("rename", address, name);
    return this;
  }

  /** Renames a reference wherever it occurs, and returns how often it did. */
  renameReference(from, to) {
    return this.#edit("renameReference", from, to);
  }

  /** Sets the comments above an item, and the one beside it. */
  setComments(address, above, beside) {
    this.#edit("setComments", address, above, beside);
    return this;
  }
}

/** Edits a text by a function of its editor, and returns the new text. */
export function edit(source, change, options) {
  const editor = new Editor(source, options);
  change(editor);
  return editor.text;
}

/** Returns the syntax tree of an expression as `@cdktf/hcl2json` has it, for the drop-in. */
export function _expressionAst(expression, filename) {
  return call("expressionAst", encode(expression, filename), filename);
}
