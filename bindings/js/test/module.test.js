import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";

import { HclError, Module, Sensitive, Unknown } from "hcl2-wasm";

const FILES = {
  "root/main.tf": `
variable "names" {
  type = list(string)
}
module "net" {
  source = "../net"
  size   = length(var.names)
}
resource "terraform_data" "one" {
  for_each = toset(var.names)
  input    = upper(each.key)
}
output "greeting" {
  value = file("greeting.txt")
}
`,
  "root/greeting.txt": "hello",
  "net/main.tf": 'variable "size" {}\noutput "twice" {\n  value = var.size * 2\n}\n',
};

function checks(module) {
  assert.deepEqual(module.diagnostics, []);
  assert.deepEqual(module.variables.map(({ name, type, required }) => [name, type, required]), [["names", "list(string)", true]]);
  assert.deepEqual(module.calls.map(({ name, source }) => [name, source]), [["net", "../net"]]);
  assert.equal(module.evaluate("length(var.names)", { variables: { names: ["a", "b"] } }), 2);
  assert.equal(module.evaluate("module.net.twice", { variables: { names: ["a", "b"] } }), 4);
  assert.deepEqual(module.evaluateOutputs({ variables: { names: [] } }), { greeting: "hello" });
  assert.deepEqual(module.check(), []);
  const plan = module.plan({ variables: { names: ["a"] } });
  const { after, actions } = plan.resources['terraform_data.one["a"]'];
  assert.deepEqual([actions, after.input, after.id instanceof Unknown], [["create"], "A", true]);
  assert.equal(plan.hasChanges, true);
  assert.deepEqual(plan.why('terraform_data.one["a"].input').map(({ address, value, origin }) => [address, value, origin]), [
    ['terraform_data.one["a"].input', "A", "expression"],
    ["each.key", "a", "instance"],
    ["var.names[0]", "a", "given"],
  ]);
  assert.match(String(plan), /terraform_data\.one\["a"\]/);
  assert.equal(JSON.parse(plan.toJson()).planned_values.outputs.greeting.value, "hello");
  const partial = module.plan({ partial: true });
  assert.deepEqual(Object.keys(partial.deferred), ["terraform_data.one[*]"]);
  assert.ok(partial.incomplete.some(({ reason, address }) => reason === "missing_value" && address === "var.names"));
}

test("a module from a map of files", () => {
  checks(new Module(FILES, { directory: "root" }));
  checks(new Module(new Map(Object.entries(FILES)), { directory: "root" }));
});

test("a module has the functions of its language", () => {
  const files = { "main.tf": 'output "x" {\n  value = urldecode("a+b")\n}\n' };
  assert.equal(new Module(files, { language: "opentofu" }).evaluate("urldecode(\"a+b\")"), "a b");
  assert.throws(() => new Module(files).evaluate("urldecode(\"a+b\")"), /No function is named `urldecode`/);
});

test("a module from a directory", () => {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), "hcl2-js-"));
  try {
    fs.mkdirSync(path.join(directory, ".git"));
    for (const [name, text] of Object.entries(FILES)) {
      fs.mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
      fs.writeFileSync(path.join(directory, name), text);
    }
    checks(Module.load(path.join(directory, "root")));
    checks(Module.load(pathToFileURL(path.join(directory, "root"))));
    assert.throws(() => Module.load(path.join(directory, "nope")), HclError);
  } finally {
    fs.rmSync(directory, { recursive: true });
  }
});

test("problems of modules", () => {
  const broken = { "main.tf": 'variable "x" {\n  type = nope\n}\noutput "y" {\n  value = var.z\n}\n' };
  const module = new Module(broken);
  assert.ok(module.diagnostics.length > 0);
  assert.throws(() => new Module(broken, { strict: true }), HclError);
  assert.throws(() => new Module({ "main.tf": "" }).evaluate("1", { variables: { no: 1 } }), { name: "HclLookupError" });
  assert.throws(() => new Module({}, { language: "cobol" }), TypeError);
  const plan = () => new Module({ "main.tf": 'variable "x" {}\n' }).plan();
  assert.throws(plan, (error) => /Pass it in `variables`/.test(error.message));
});

test("sensitive values stay so, and the clock and randomness work", () => {
  const text = `
variable "s" {
  sensitive = true
  default   = "s3cr3t"
}
output "t" {
  value     = var.s
  sensitive = true
}
output "now" {
  value = [timestamp(), uuid(), bcrypt("x")]
}
`;
  const module = new Module({ "main.tf": text });
  assert.equal(module.variables[0].default.reveal(), "s3cr3t");
  assert.ok(module.plan().outputs.t instanceof Sensitive);
  const seconds = Math.abs(Date.parse(module.evaluate("plantimestamp()")) - Date.now()) / 1000;
  assert.ok(seconds < 60, `${seconds}`);
  assert.match(module.evaluate("uuid()"), /^[0-9a-f-]{36}$/);
});
