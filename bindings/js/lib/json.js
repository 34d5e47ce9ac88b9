// Files in JSON syntax. A question about a value of one parses the slice that the value is.

import { Attribute, Block, Expression, File, rangeIn } from "./document.js";
import { HclError, diagnosticsOf } from "./errors.js";
import { call } from "./runtime.js";
import { Text, decode, encode } from "./source.js";

/** Parses a file in JSON syntax. */
export function parseJson(source, name) {
  const bytes = encode(source, name);
  const diagnostics = diagnosticsOf(call("jsonCheck", bytes, name));
  if (diagnostics.some((one) => one.severity === "error")) {
    throw new HclError(diagnostics.map((one) => one.rendered).join("\n\n"), diagnostics);
  }
  const content = new Text(decode(source), bytes.length);
  const file = { name, content, bytes };
  return new File(new JsonView(file, 0, bytes.length), {
    name,
    syntax: "json",
    content,
    warnings: diagnostics,
    json: () => content.text,
  });
}

/** A value of a file: a slice of it. Questions take the slice alone, and so a time that does not depend on the file. */
class JsonValue {
  constructor(file, start, end) {
    this.file = file;
    this.start = start;
    this.end = end;
  }

  /** Returns the range between two offsets in the value. */
  part(start, end) {
    return rangeIn(this.file, this.start + start, this.start + end);
  }

  range() {
    return rangeIn(this.file, this.start, this.end);
  }

  text() {
    return this.file.content.slice(this.start, this.end);
  }

  expression(start, end) {
    return new Expression(new JsonExpression(this.file, this.start + start, this.start + end));
  }

  /** Returns where the value is, as `src/place.rs` describes it. */
  place() {
    const { bytes, name } = this.file;
    const slice = bytes.subarray(this.start, this.end);
    return { kind: "json", name, bytes: slice, offset: this.start, whole: () => bytes };
  }
}

class JsonView extends JsonValue {
  /** The blocks of each type and number of labels. */
  #blocks = new Map();

  attributes() {
    const found = call("jsonAttributes", this.place());
    return found.map(([name, start, end, nameStart, nameEnd, from, to]) => {
      return new Attribute(name, this.expression(from, to), {
        range: () => this.part(start, end),
        nameRange: () => this.part(nameStart, nameEnd),
        commentsOf: noComments,
      });
    });
  }

  /** JSON does not tell blocks from attributes. */
  items(body) {
    return [...body.attributes.values()];
  }

  blocks(_body, path, labelCount = path.length - 1) {
    if (path.length === 0) {
      throw new TypeError("JSON does not tell blocks from attributes: name the type of the blocks");
    }
    const [type, ...labels] = path;
    const key = JSON.stringify([type, labelCount]);
    if (!this.#blocks.has(key)) {
      this.#blocks.set(key, this.#blocksOf(type, labelCount));
    }
    const blocks = this.#blocks.get(key);
    return blocks.filter((block) => labels.every((label, index) => block.labels[index] === label));
  }

  #blocksOf(type, labelCount) {
    const found = call("jsonBlocks", this.place(), type, labelCount);
    return found.map(([texts, headerStart, headerEnd, start, end]) => {
      const view = new JsonView(this.file, this.start + start, this.start + end);
      return new Block(view, type, texts, () => this.part(headerStart, headerEnd));
    });
  }

  expressions() {
    return this.attributes().map((attribute) => attribute.expression);
  }

  commentsOf() {
    return noComments();
  }

  allComments() {
    return [];
  }
}

function noComments() {
  return { above: [], beside: undefined };
}

class JsonExpression extends JsonValue {
  #parts;

  kind() {
    return "json";
  }

  #found() {
    this.#parts ??= call("jsonExpression", this.place());
    return this.#parts;
  }

  elements() {
    const { elements } = this.#found();
    return elements && this.#expressions(elements);
  }

  pairs() {
    const { pairs } = this.#found();
    return pairs && paired(this.#expressions(pairs));
  }

  #expressions(offsets) {
    return paired(offsets).map(([start, end]) => this.expression(start, end));
  }

  children() {
    return this.elements() ?? this.pairs()?.flat() ?? [];
  }

  operator() {}

  name() {}

  uses() {
    const { references, functions } = this.#found();
    const found = paired(references).map(([start, end]) => {
      const range = this.part(start, end);
      return { text: this.file.content.slice(range.start.byte, range.end.byte), range };
    });
    return { references: found, functions };
  }
}

function paired(list) {
  const found = [];
  for (let index = 0; index < list.length; index += 2) {
    found.push([list[index], list[index + 1]]);
  }
  return found;
}
