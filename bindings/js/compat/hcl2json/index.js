"use strict";

const fs = require("node:fs");
const path = require("node:path");

const { _expressionAst, toObject } = require("hcl2-wasm");

const { referencesIn } = require("./references");

exports.TFExpressionSyntaxTree = require("./syntax-tree");

/** Returns the object of a file in native syntax. */
exports.parse = async (filename, contents) => toObject(contents, { filename, syntax: "native", simplify: false });

/** Returns the object of all files of the directory of a module. */
exports.convertFiles = async (workingDirectory) => {
  let native = "";
  const documents = [];
  for (const name of fs.readdirSync(workingDirectory)) {
    const file = path.resolve(workingDirectory, name);
    if (fs.lstatSync(file).isDirectory()) continue;
    if (name.endsWith(".tf")) native += `${fs.readFileSync(file, "utf8")}\n`;
    if (name.endsWith(".tf.json")) documents.push(JSON.parse(fs.readFileSync(file, "utf8")));
  }
  if (native === "" && documents.length === 0) {
    console.error(`No '.tf' or '.tf.json' files found in ${workingDirectory}`);
    return {};
  }
  return merged(await exports.parse("hcl2json.tf", native), documents);
};

/** Adds documents to an object: arrays are joined, objects merged, and other values replaced. */
function merged(target, documents) {
  for (const document of documents) {
    for (const [key, value] of Object.entries(document)) {
      const before = Object.hasOwn(target, key) ? target[key] : undefined;
      if (isObject(value)) {
        const both = merged(typeof before === "object" && before !== null ? before : {}, [value]);
        if (Object.keys(both).length === 0) delete target[key];
        else define(target, key, both);
      } else if (Array.isArray(value) && Array.isArray(before)) {
        define(target, key, [...before, ...value]);
      } else {
        define(target, key, value);
      }
    }
  }
  return target;
}

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Sets a property, even one of the name `__proto__`. */
function define(target, key, value) {
  Object.defineProperty(target, key, { value, writable: true, enumerable: true, configurable: true });
}

/** Returns the syntax tree of an expression. */
exports.getExpressionAst = async (filename, expression) => _expressionAst(expression, filename);

/** Returns the references in an expression, or in the content of a string. */
exports.getReferencesInExpression = async (filename, expression) => {
  const isQuoted = expression.startsWith('"');
  const { wrap, wrapOffset } = exports.wrapTerraformExpression(isQuoted ? expression : `"${expression}"`);
  const found = referencesIn(await exports.getExpressionAst(filename, wrap));
  const offset = wrap === expression ? 0 : wrapOffset + (isQuoted ? 0 : 1);
  return found.map((reference) => ({
    ...reference,
    startPosition: reference.startPosition - offset,
    endPosition: reference.endPosition - offset,
  }));
};

/** Makes an expression of text: a number, a boolean, a list, an object, a heredoc and a string stay, other text is quoted. */
exports.wrapTerraformExpression = (text) => {
  const input = withEscapedQuotes(text);
  const unchanged = { wrap: input, wrapOffset: 0 };
  if (!Number.isNaN(Number(input)) || input === "true" || input === "false" || /^[[{]/.test(input)) {
    return unchanged;
  }
  if (input.startsWith('"')) {
    if (!input.includes("\n")) return unchanged;
    return { wrap: `<<EOE\n${input.slice(1, -1)}\nEOE\n`, wrapOffset: "<<EOE".length };
  }
  if (input.startsWith("<<")) {
    return { wrap: input.endsWith("\n") ? input : `${input}\n`, wrapOffset: 0 };
  }
  return { wrap: `"${input}"`, wrapOffset: 1 };
};

/** Escapes the quotes inside a quoted string without interpolations. */
function withEscapedQuotes(text) {
  const quoted = /^(\s*")(.*)("\s*)$/.exec(text);
  if (!quoted || /(?<!\$)\$\{/.test(text)) return text;
  const [, before, content, after] = quoted;
  return `${before}${content.replaceAll('"', '\\"')}${after}`;
}
