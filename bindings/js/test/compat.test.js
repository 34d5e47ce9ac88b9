// The drop-ins: their results are those of the originals, which `compat/compare.js` compares on many files.

import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";

import hcl2json, { parse } from "../compat/hcl2json/index.js";
import { parseToObject, parseToString } from "../compat/hcl2-parser/index.js";

const TEXT = 'a = 1\nb "x" {\n  c = "${d}-e"\n}\n';
const OBJECT = { a: 1, b: { x: [{ c: "${d}-e" }] } };

test("hcl2-parser returns pairs", () => {
  assert.deepEqual(parseToObject(TEXT), [OBJECT, null]);
  assert.deepEqual(parseToString("a = 1"), ['{"a":1}', null]);
  const [text, error] = parseToString("a =");
  assert.equal(text, "");
  assert.match(error.message, /expected-expression/);
  assert.equal(parseToObject("a =")[0], null);
});

test("hcl2json parses texts and directories", async () => {
  assert.deepEqual(await parse("a.tf", TEXT), OBJECT);
  await assert.rejects(parse("a.tf", "a =\n"), /a\.tf:1:4/);
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "hcl2-js-"));
  try {
    assert.deepEqual(await hcl2json.convertFiles(directory), {});
    fs.mkdirSync(path.join(directory, "c.tf"));
    fs.writeFileSync(path.join(directory, "a.tf"), TEXT);
    fs.writeFileSync(path.join(directory, "b.tf.json"), '{"b": {"x": [{"f": 1}], "y": []}, "a": 2, "e": {}}');
    assert.deepEqual(await hcl2json.convertFiles(directory), { a: 2, b: { x: [{ c: "${d}-e" }, { f: 1 }], y: [] } });
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
});

/** Shows a tree: type, start and end of each node. */
function shown(node) {
  const inner = node.children.map(shown).join(" ");
  return `${node.type || "-"}@${node.range.start.byte}-${node.range.end.byte}${inner && `(${inner})`}`;
}

test("hcl2json has syntax trees of expressions", async () => {
  const trees = {
    'x["k"].y': "scopeTraversal@0-8",
    "x[y].z[1]": "relativeTraversal@0-9(index@1-2(scopeTraversal@0-1 scopeTraversal@2-3))",
    "x.*.a.b[0]": "relativeTraversal@0-10(splat@1-3(scopeTraversal@0-1 relativeTraversal@3-7(-@1-3)))",
    "x[*].a[*].b":
      "splat@1-4(scopeTraversal@0-1 splat@6-9(relativeTraversal@1-6(-@1-4) relativeTraversal@6-11(-@6-9)))",
    "f(a, [1]...)": "function@0-2(scopeTraversal@2-3 tuple@5-6(literalValue@6-7))",
    "-1 + (a)": "binaryOp@0-1(unaryOp@0-1(literalValue@1-2) -@6-7(scopeTraversal@6-7))",
    '{a = 1, "b" = c}': "object@0-1(-@1-2 literalValue@5-6 -@9-10(template@9-10(literalValue@9-10)) scopeTraversal@14-15)",
    "[for k, v in x : v if k]": "for@0-1(scopeTraversal@13-14 scopeTraversal@17-18 scopeTraversal@22-23)",
    '"%{for i in x}a${i}%{endfor}"':
      "template@1-14(templateJoin@1-14(for@1-14(scopeTraversal@12-13 template@14-15(literalValue@14-15 scopeTraversal@17-18))))",
    '"%{if a}b%{endif}"':
      "template@6-7(conditional@6-7(scopeTraversal@6-7 template@8-9(literalValue@8-9) template@9-9(literalValue@9-9)))",
    "<<EOT\nhi ${x}\nEOT\n": "template@6-9(literalValue@6-9 scopeTraversal@11-12 literalValue@13-14)",
    '""': "template@2-2(literalValue@2-2)",
  };
  for (const [text, expected] of Object.entries(trees)) {
    assert.equal(shown(await hcl2json.getExpressionAst("a.tf", text)), expected, text);
  }
  const call = await hcl2json.getExpressionAst("a.tf", "f(\n é, b...)");
  assert.equal(hcl2json.TFExpressionSyntaxTree.isFunctionCallExpression(call), true);
  const range = (line, column, byte, length, bytes = length) => ({
    start: { line, column, byte },
    end: { line, column: column + length, byte: byte + bytes },
  });
  assert.deepEqual(call.meta, {
    value: "f(\n é, b...)",
    name: "f",
    nameRange: range(0, 0, 0, 1),
    openParenRange: range(0, 1, 1, 1),
    argsRanges: [range(1, 2, 4, 1, 2), range(1, 5, 8, 1)],
    expandedFinalArgument: true,
    closeParenRange: range(1, 9, 12, 1),
  });
});

test("hcl2json finds references", async () => {
  const found = await hcl2json.getReferencesInExpression("a.tf", "${a.b[0].id} x ${[for v in var.y : v]}");
  assert.deepEqual(found, [
    { value: "a.b.0.id", startPosition: 2, endPosition: 11 },
    { value: "var.y", startPosition: 27, endPosition: 32 },
  ]);
  assert.deepEqual(hcl2json.wrapTerraformExpression("a\nb"), { wrap: '"a\nb"', wrapOffset: 1 });
  assert.deepEqual(hcl2json.wrapTerraformExpression('"a\nb"'), { wrap: "<<EOE\na\nb\nEOE\n", wrapOffset: 5 });
  assert.deepEqual(hcl2json.wrapTerraformExpression('"a"b"'), { wrap: '"a\\"b"', wrapOffset: 0 });
});
