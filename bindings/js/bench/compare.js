// Compares the drop-ins with the originals on the files below directories: `node bench/compare.js DIRECTORY...`.

import assert from "node:assert/strict";

import { parse } from "hcl2-wasm";

import ours from "../compat/hcl2json/index.js";
import { parseToObject } from "../compat/hcl2-parser/index.js";
import { filesBelow, install } from "./peers.js";

const require = install();
const theirs = require("@cdktf/hcl2json");
const theirParser = require("hcl2-parser");

const counts = {};
/** The first differences of each kind. */
const examples = {};
const SHOWN = Number(process.env.SHOWN ?? 3);

function count(kind, outcome, example) {
  counts[kind] ??= {};
  counts[kind][outcome] = (counts[kind][outcome] ?? 0) + 1;
  if (outcome !== "equal" && outcome !== "both refuse") {
    examples[`${kind}: ${outcome}`] ??= [];
    examples[`${kind}: ${outcome}`].push(example);
  }
}

async function tried(call) {
  try {
    return [await call(), undefined];
  } catch (error) {
    return [undefined, error];
  }
}

function judge(kind, name, [a, refusal], [b, theirRefusal]) {
  if (refusal && theirRefusal) return count(kind, "both refuse", name);
  if (refusal) return count(kind, "only ours refuses", `${name}: ${refusal.message.split("\n")[0]}`);
  if (theirRefusal) return count(kind, "only theirs refuses", `${name}: ${String(theirRefusal.message).slice(0, 200)}`);
  const where = differs(a, b);
  return count(kind, where === undefined ? "equal" : "differ", `${name}: ${where}`);
}

/** Returns where two values differ first, and the parts there. */
function differs(a, b, path = "") {
  try {
    assert.deepStrictEqual(a, b);
    return undefined;
  } catch {
    const bothObjects = [a, b].every((one) => typeof one === "object" && one !== null);
    if (bothObjects) {
      for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
        const found = differs(a[key], b[key], `${path}.${key}`);
        if (found) return found;
      }
    }
    return `${path} ${JSON.stringify(a)?.slice(0, 120)} ≠ ${JSON.stringify(b)?.slice(0, 120)}`;
  }
}

function expressionsOf(body, found = []) {
  for (const item of body) {
    if (item.expression) found.push(item.expression.text);
    else expressionsOf(item, found);
  }
  return found;
}

for (const [file, text] of filesBelow(process.argv.slice(2))) {
  judge("parse", file, await tried(() => ours.parse(file, text)), await tried(() => theirs.parse(file, text)));
  const pair = (parseWith) => () => {
    const [value, error] = parseWith(text);
    if (error) throw error;
    return value;
  };
  judge("parseToObject", file, await tried(pair(parseToObject)), await tried(pair(theirParser.parseToObject)));
  const [parsed] = await tried(() => parse(text));
  for (const expression of parsed ? expressionsOf(parsed).slice(0, 40) : []) {
    const source = expression.startsWith("<<") ? `${expression}\n` : expression;
    const asked = (library) => tried(() => library.getExpressionAst(file, source));
    judge("getExpressionAst", `${file}: ${source}`, await asked(ours), await asked(theirs));
    const found = (library) => tried(() => library.getReferencesInExpression(file, source));
    judge("getReferencesInExpression", `${file}: ${source}`, await found(ours), await found(theirs));
  }
}
console.table(counts);
for (const [kind, list] of Object.entries(examples)) {
  console.log(`\n${kind} (${list.length})`);
  list.slice(0, SHOWN).forEach((one) => console.log(`  ${one.slice(0, 500)}`));
}
process.exit(0);
