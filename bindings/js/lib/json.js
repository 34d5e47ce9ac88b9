// Files in JSON syntax. Each question about one parses it again, with the steps to a part of it.

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
  return new File(new JsonView(file, [], 0, bytes.length), {
    name,
    syntax: "json",
    content,
    warnings: diagnostics,
    json: () => content.text,
  });
}

class JsonView {
  #file;
  #steps;
  #start;
  #end;

  constructor(file, steps, start, end) {
    this.#file = file;
    this.#steps = steps;
    this.#start = start;
    this.#end = end;
  }

  attributes() {
    const file = this.#file;
    const found = call("jsonAttributes", file.bytes, file.name, this.#steps);
    return found.map(([name, start, end, nameStart, nameEnd, from, to]) => {
      const steps = [...this.#steps, ["attribute", name]];
      return new Attribute(name, new Expression(new JsonExpression(file, steps, from, to)), {
        range: () => rangeIn(file, start, end),
        nameRange: () => rangeIn(file, nameStart, nameEnd),
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
    const [[type, ...labels], file] = [path, this.#file];
    const found = call("jsonBlocks", file.bytes, file.name, this.#steps, type, labelCount);
    const blocks = found.map(([texts, start, end], index) => {
      const steps = [...this.#steps, ["block", type, labelCount, index]];
      return new Block(new JsonView(file, steps, start, end), type, texts, () => rangeIn(file, start, end));
    });
    return blocks.filter((block) => labels.every((label, index) => block.labels[index] === label));
  }

  expressions() {
    return this.attributes().map((attribute) => attribute.expression);
  }

  range() {
    return rangeIn(this.#file, this.#start, this.#end);
  }

  text() {
    return this.#file.content.slice(this.#start, this.#end);
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

class JsonExpression {
  #file;
  #steps;
  #start;
  #end;

  constructor(file, steps, start, end) {
    this.#file = file;
    this.#steps = steps;
    this.#start = start;
    this.#end = end;
  }

  kind() {
    return "json";
  }

  text() {
    return this.#file.content.slice(this.#start, this.#end);
  }

  range() {
    return rangeIn(this.#file, this.#start, this.#end);
  }

  #parts() {
    return call("jsonExpression", this.#file.bytes, this.#file.name, this.#steps);
  }

  elements() {
    const { elements } = this.#parts();
    return elements && paired(elements).map(([start, end], index) => this.#part(["element", index], start, end));
  }

  pairs() {
    const { pairs } = this.#parts();
    const parts = pairs && paired(pairs).map(([start, end], at) => this.#part(["pair", at >> 1, at % 2 === 0], start, end));
    return parts && paired(parts);
  }

  #part(step, start, end) {
    return new Expression(new JsonExpression(this.#file, [...this.#steps, step], start, end));
  }

  children() {
    return this.elements() ?? this.pairs()?.flat() ?? [];
  }

  operator() {}

  name() {}

  uses() {
    const { references, functions } = this.#parts();
    const found = paired(references).map(([start, end]) => {
      return { text: this.#file.content.slice(start, end), range: rangeIn(this.#file, start, end) };
    });
    return { references: found, functions };
  }

  place() {
    const { bytes, name } = this.#file;
    return { kind: "json", name, bytes, start: 0, end: 0, offset: 0, steps: this.#steps, whole: () => bytes };
  }
}

function paired(list) {
  const found = [];
  for (let index = 0; index < list.length; index += 2) {
    found.push([list[index], list[index + 1]]);
  }
  return found;
}
