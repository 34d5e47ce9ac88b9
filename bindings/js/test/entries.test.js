// The ways to load the package.

import assert from "node:assert/strict";
import fs from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";

import * as esm from "hcl2-wasm";
import * as parser from "hcl2-wasm/parser";

const require = createRequire(import.meta.url);

test("CommonJS has what ES modules have", () => {
  const cjs = require("hcl2-wasm");
  assert.deepEqual(Object.keys(cjs).sort(), Object.keys(esm).sort());
  assert.equal(cjs.evaluate("1 + 1"), 2);
  assert.equal(require("hcl2-wasm/parser").parse("a = 1\n").get("a").expression.text, "1");
});

test("the parser-only entry parses, checks and formats", () => {
  const file = parser.parse('# c\na "b" {\n  x = f(var.y)\n}\n');
  assert.deepEqual(file.block("a").get("x").expression.references.map((one) => one.text), ["var.y"]);
  assert.deepEqual(file.block("a").comments, ["c"]);
  assert.equal(parser.format("a=1\n"), "a = 1\n");
  assert.equal(parser.check("a =\n").length, 1);
  assert.throws(() => parser.parse("a =\n"), parser.HclError);
  assert.throws(() => file.block("a").get("x").value(), /parser has no evaluate: import hcl2-wasm/);
});

test("browsers wait for the module", async () => {
  const web = await import("../dist/web.js");
  assert.throws(() => web.parse("a = 1\n"), /`await init\(\)` first/);
  const module = (name) => fs.readFileSync(new URL(`../dist/${name}/hcl2_bg.wasm`, import.meta.url));
  await web.init(module("base"));
  assert.equal(web.evaluate("1 + 1"), 2);
  await web.init();
  assert.throws(() => web.convert("", "json"), /`await initModules\(\)` first/);
  await web.initModules(module("full"));
  assert.equal(web.convert("", "json"), "{}\n");
  assert.throws(() => web.Module.load("."), /no directories here/);
});

test("the types name what there is", () => {
  const types = fs.readFileSync(new URL("../index.d.ts", import.meta.url), "utf8");
  for (const name of Object.keys(esm)) {
    assert.match(types, new RegExp(`export (declare class|function) ${name}\\b`), name);
  }
});
