// The parts that need no browser.

import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";

import { highlightTree, tagHighlighter, tags } from "@lezer/highlight";

import { functionsOf } from "../functions.js";
import { hcl } from "../src/language.js";
import { MAX_TEXT } from "../src/limits.js";
import { decodeState, encodeState } from "../src/state.js";

const STATE = { file: "main.tf", text: "a = 1\n", variables: "", expression: "", tab: "plan" };

test("a_state_survives_its_address", async () => {
  const text = `a = "ü\u{1f600} \ud800 & # + %"\n`;
  assert.deepEqual(await decodeState(`#${await encodeState({ ...STATE, text })}`), { ...STATE, text });
});

test("a_plain_address_has_the_given_parts", async () => {
  assert.deepEqual(await decodeState("#file=main.tf&text=a%20%3D%201%0A&other=1"), { file: "main.tf", text: "a = 1\n" });
  assert.equal(await decodeState(""), undefined);
});

test("an_address_that_expands_to_too_much_is_refused", async () => {
  const hash = await encodeState({ ...STATE, text: "x".repeat(100_000_000) });
  assert.ok(hash.length < 200_000);
  await assert.rejects(decodeState(hash), RangeError);
  const cut = await decodeState(await encodeState({ ...STATE, text: "x".repeat(2 * MAX_TEXT) }));
  assert.equal(cut?.text?.length, MAX_TEXT);
});

test("the_reference_has_the_functions_of_each_language_once", () => {
  const functions = functionsOf(fs.readFileSync(new URL("../../../docs/functions.md", import.meta.url), "utf8"));
  const of = (/** @type {string} */ language) => functions.filter((one) => one.languages.includes(language)).map((one) => one.name);
  for (const language of ["hcl", "terraform", "opentofu"]) {
    assert.equal(new Set(of(language)).size, of(language).length);
  }
  assert.ok(of("hcl").includes("add") && !of("terraform").includes("add"));
  assert.ok(of("terraform").includes("upper") && of("terraform").includes("cidrsubnet"));
  assert.ok(of("opentofu").includes("cidrsubnet") && of("opentofu").includes("urldecode") && !of("terraform").includes("urldecode"));
  assert.deepEqual(functions.find((one) => one.name === "add"), {
    name: "add",
    signature: "add(a, b)",
    text: "Adds two numbers.\n- a (number): The first number.\n- b (number): The second number.",
    example: "add(1, 2) # 3",
    languages: ["hcl"],
  });
});

/**
 * Returns the pieces of a source that have a colour, each with the name of its kind.
 * @param {string} source
 */
function coloured(source) {
  const kinds = tagHighlighter([
    { tag: tags.comment, class: "comment" },
    { tag: tags.string, class: "string" },
    { tag: tags.number, class: "number" },
    { tag: tags.atom, class: "atom" },
    { tag: tags.keyword, class: "keyword" },
    { tag: tags.typeName, class: "block" },
    { tag: tags.propertyName, class: "property" },
    { tag: tags.function(tags.variableName), class: "function" },
  ]);
  /** @type {string[]} */
  const found = [];
  highlightTree(hcl.parser.parse(source), kinds, (from, to, kind) => found.push(`${kind} ${source.slice(from, to)}`));
  return found;
}

test("names_are_coloured_by_what_they_are", () => {
  assert.deepEqual(coloured('resource "a" "b" {\n  x = upper(var.y) # z\n}\n'), [
    "block resource", 'string "a"', 'string "b"', "property x", "function upper", "property y", "comment # z",
  ]);
  assert.deepEqual(coloured("x = [for a in b : null if a == 1]\n"), [
    "property x", "keyword for", "keyword in", "atom null", "keyword if", "number 1",
  ]);
});

test("templates_are_coloured_within_strings_and_heredocs", () => {
  assert.deepEqual(coloured('x = "a${f("b")}$${c}"\ny = 1\n'), [
    "property x", 'string "a', "function f", 'string "b"', 'string $${', 'string c}"', "property y", "number 1",
  ]);
  assert.deepEqual(coloured("x = <<-E\n  a ${1} # b\n  E\ny = 2\n"), [
    "property x", "keyword <<-E", "string   a ", "number 1", "string  # b", "keyword   E", "property y", "number 2",
  ]);
});

test("an_unclosed_string_ends_with_its_line", () => {
  assert.deepEqual(coloured('x = "a\ny = 1\n'), ["property x", 'string "a', "property y", "number 1"]);
});
