// Measures the package beside its peers: `node bench/bench.js DIRECTORY...`.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import zlib from "node:zlib";

import { parse, toObject } from "hcl2-wasm";

import { filesBelow, folder, install } from "./peers.js";

const require = install();
const hcl2json = require("@cdktf/hcl2json");
const hcl2Parser = require("hcl2-parser");

const SECONDS = 3;
const files = filesBelow(process.argv.slice(2));
const readable = [];
for (const [file, text] of files) {
  try {
    toObject(text, { simplify: false });
    await hcl2json.parse(file, text);
    if (!hcl2Parser.parseToObject(text)[1]) readable.push([file, text]);
  } catch {
    // What one of them refuses is not measured.
  }
}
const bytes = readable.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0);
console.log(`${readable.length} of ${files.length} files, ${(bytes / 1e6).toFixed(2)} MB, Node ${process.version}\n`);

/** Returns the megabytes per second of the fastest round. */
async function speed(call) {
  let best = Infinity;
  const end = performance.now() + SECONDS * 1000;
  do {
    const since = performance.now();
    for (const [file, text] of readable) await call(text, file);
    best = Math.min(best, performance.now() - since);
  } while (performance.now() < end);
  return bytes / 1000 / best;
}

/** Returns the milliseconds from the start of Node to the first result, less those of an empty program. */
function startOf(code) {
  const run = (program) => {
    const times = [];
    for (let round = 0; round < 9; round += 1) {
      const since = performance.now();
      execFileSync(process.execPath, ["--eval", program], { cwd: fileURLToPath(new URL("..", import.meta.url)) });
      times.push(performance.now() - since);
    }
    return times.sort((a, b) => a - b)[4];
  };
  return run(code) - run("");
}

const peer = (name) => JSON.stringify(path.join(folder, "node_modules", name));
const rows = [
  {
    what: "hcl2-wasm, objects",
    "MB/s": await speed((text) => toObject(text, { simplify: false })),
    "start, ms": startOf('require("hcl2-wasm").toObject("a = 1\\n")'),
    files: ["../dist/base/hcl2_bg.wasm", "../dist/node.cjs"],
  },
  {
    what: "hcl2-wasm, modules",
    "start, ms": startOf('new (require("hcl2-wasm").Module)({ "main.tf": "" }).check()'),
    files: ["../dist/full/hcl2_bg.wasm"],
  },
  { what: "hcl2-wasm, nodes", "MB/s": await speed((text) => parse(text)), files: [] },
  {
    what: "hcl2-wasm/parser, nodes",
    "MB/s": await speed((await import("hcl2-wasm/parser")).parse),
    "start, ms": startOf('require("hcl2-wasm/parser").parse("a = 1\\n")'),
    files: ["../dist/parser/hcl2_bg.wasm", "../dist/parser-node.cjs"],
  },
  {
    what: "@cdktf/hcl2json, objects",
    "MB/s": await speed((text, file) => hcl2json.parse(file, text)),
    "start, ms": startOf(`require(${peer("@cdktf/hcl2json")}).parse("a.tf", "a = 1\\n").then(() => process.exit(0))`),
    files: [path.join(folder, "node_modules/@cdktf/hcl2json/main.wasm.gz")],
  },
  {
    what: "hcl2-parser, objects",
    "MB/s": await speed((text) => hcl2Parser.parseToObject(text)),
    "start, ms": startOf(`require(${peer("hcl2-parser")}).parseToObject("a = 1\\n")`),
    files: [path.join(folder, "node_modules/hcl2-parser/dist/index.js")],
  },
];

function gzipped(file) {
  const content = fs.readFileSync(new URL(file, import.meta.url));
  return file.endsWith(".gz") ? content.length : zlib.gzipSync(content, { level: 9 }).length;
}

console.log("| | MB/s | start, ms | gzip, kB |\n|---|---|---|---|");
for (const { what, files: loaded, ...row } of rows) {
  const size = loaded.reduce((sum, file) => sum + gzipped(file), 0) / 1000;
  const cells = [row["MB/s"]?.toFixed(1) ?? "", row["start, ms"]?.toFixed(0) ?? "", size ? size.toFixed(0) : ""];
  console.log(`| ${what} | ${cells.join(" | ")} |`);
}
process.exit(0);
