// What must not leave anything broken.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Worker } from "node:worker_threads";

import * as hcl from "hcl2-wasm";

const works = () => assert.equal(hcl.evaluate("1 + 1"), 2);

test("a function that throws is the cause of the error", () => {
  const reason = new TypeError("no");
  const fails = () => hcl.evaluate("f(x)", { variables: { x: new hcl.Sensitive("s3cr3t") }, functions: { f: () => { throw reason; } } });
  assert.throws(fails, (error) => error instanceof hcl.HclError && error.cause === reason && !/s3cr3t/.test(error.message));
  assert.throws(() => hcl.evaluate("f()", { functions: { f: async () => 1 } }), /promise/);
  const wrong = (returned) => () => hcl.evaluate("f()", { functions: { f: () => returned } });
  assert.throws(wrong(Symbol("x")), /not a value/);
  assert.throws(wrong(new Date()), (error) => error.cause.message === "a value cannot be made of Date");
  assert.throws(wrong(NaN), (error) => error.cause instanceof TypeError);
  assert.throws(() => hcl.evaluate("f()", { functions: { f: () => { throw { failure: "type" }; } } }), (error) => error.cause.failure === "type");
  assert.throws(() => hcl.evaluate("f()", { functions: { f: 1 } }), TypeError);
  assert.equal(hcl.evaluate("try(f(), 7)", { functions: { f: () => { throw 1; } } }), 7);
  works();
});

test("questions about a file in JSON syntax take time that is linear in it", () => {
  const seconds = (count) => {
    const attributes = Array.from({ length: count }, (_, index) => `"a${index}": "\${${index} + 1}"`);
    const blocks = Array.from({ length: count }, (_, index) => `"n${index}": {"k": [${index}]}`);
    const file = hcl.parse(`{${attributes.join()}, "b": {${blocks.join()}}}`, { filename: "a.json" });
    const since = performance.now();
    let sum = 0;
    for (const [index, block] of file.blocks("b", { labelCount: 1 }).entries()) {
      const attribute = file.get(`a${index}`);
      sum += attribute.value() + block.get("k").expression.elements[0].value() + attribute.range.start.column;
    }
    assert.ok(sum > count * count);
    return performance.now() - since;
  };
  const least = (count) => Math.min(...[1, 2, 3].map(() => seconds(count)));
  const [short, long] = [least(250), least(2_000)];
  assert.ok(long < 24 * short, `${short} ms for 250, ${long} ms for 2,000`);
});

test("strings with unpaired surrogates are refused", () => {
  assert.throws(
    () => hcl.parse('a = "x"\nb = "\ud800"\n', { filename: "a.hcl" }),
    (error) => {
      assert.equal(String(error.diagnostics[0].range), "a.hcl:2:6");
      assert.equal(error.diagnostics[0].range.start.offset, 13);
      assert.match(error.message, /surrogate U\+D800, at offset 13/);
      return true;
    },
  );
  assert.throws(() => hcl.evaluate("x", { variables: { x: "\udfff" } }), /unpaired surrogate/);
  assert.throws(() => hcl.evaluate("x", { variables: { x: { "\udfff": 1 } } }), /unpaired surrogate/);
  assert.equal(hcl.evaluate("x", { variables: { x: "\ufffd" } }), "\ufffd");
  assert.throws(() => hcl.parse(new Uint8Array([97, 61, 34, 255, 34])), (error) => error.diagnostics[0].code === "hcl2::source::invalid-utf8");
  assert.throws(() => hcl.parse(1), TypeError);
});

test("values that are not of HCL are refused", () => {
  const cycle = {};
  cycle.self = cycle;
  for (const x of [cycle, NaN, () => 1, Symbol("x"), new Date(), new Set([1, "a"])]) {
    assert.throws(() => hcl.evaluate("1", { variables: { x } }), (error) => error instanceof TypeError || error instanceof RangeError);
  }
  const trap = { get x() { throw new Error("mine"); } };
  assert.throws(() => hcl.evaluate("1", { variables: trap }), /^Error: mine$/);
  works();
});

test("deep and endless things end", () => {
  const deep = "a = " + "[".repeat(100_000) + "]".repeat(100_000) + "\n";
  assert.throws(() => hcl.parse(deep), (error) => error.diagnostics[0].code === "hcl2::syntax::too-deep");
  assert.throws(() => hcl.evaluate("[for a in range(100000) : [for b in range(100000) : b]]"), hcl.HclError);
  const overflow = { functions: { f: () => hcl.evaluate("f()", overflow) } };
  assert.throws(() => hcl.evaluate("f()", overflow), hcl.HclError);
  works();
});

/** Tests that take long or need gigabytes, which `cargo xtask js --release` runs. */
const slow = { skip: process.env.HCL2_JS_SLOW ? false : "HCL2_JS_SLOW=1 runs it" };

test("a source that is too large is an error", () => {
  const text = "# too long\n".repeat(30_000_000);
  assert.throws(() => hcl.parse(text), (error) => error.diagnostics[0].code === "hcl2::syntax::too-large");
  works();
});

test("a lack of memory is an error, and the next call works", slow, () => {
  // The nodes of so many numbers are more than the four gigabytes of a module.
  const text = "a = [" + "1,".repeat(130_000_000) + "]\n";
  assert.throws(() => hcl.parse(text), (error) => error instanceof hcl.HclError && /out of memory/.test(error.message));
  works();
});

test("100 MB of text are parsed", slow, () => {
  const text = 'resource "a" "b" {\n  name = "some text of a usual length"\n}\n'.repeat(1_600_000);
  assert.equal(hcl.parse(text).blocks().length, 1_600_000);
  works();
});

test("memory stays flat over many parses", () => {
  const count = process.env.HCL2_JS_SLOW ? 100_000 : 10_000;
  const text = 'resource "a" "b" {\n  name = var.x\n}\n';
  const parse = (times) => {
    for (let index = 0; index < times; index += 1) hcl.parse(text);
    return process.memoryUsage().rss;
  };
  const before = parse(10_000);
  const more = (parse(count) - before) / 1e6;
  assert.ok(more < 64, `${more} MB more`);
});

test("a worker that is terminated leaves nothing", async () => {
  const code = 'import("hcl2-wasm").then((hcl) => { postMessage; hcl.evaluate("f()", { functions: { f: () => { for (;;); } } }); });';
  const worker = new Worker(`require("node:worker_threads").parentPort.postMessage("on"); ${code}`, { eval: true });
  await new Promise((resolve) => worker.once("message", resolve));
  await worker.terminate();
  works();
});
