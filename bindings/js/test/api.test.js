import assert from "node:assert/strict";
import { test } from "node:test";

import * as hcl from "hcl2-wasm";

const MAIN = `# The region.
region = "eu-1"

resource "aws_instance" "web" {
  ami   = var.ami # pinned
  count = 2 * 3
  tags  = { Name = upper("é😀"), (var.key) = [1, 2] }
}
`;

test("a file has typed nodes with ranges and comments", () => {
  const file = hcl.parse(MAIN, { filename: "main.tf" });
  assert.equal(file.get("region").value(), "eu-1");
  assert.deepEqual(file.get("region").comments, ["The region."]);
  const web = file.block("resource", "aws_instance", "web");
  assert.deepEqual([web.type, ...web.labels], ["resource", "aws_instance", "web"]);
  assert.equal(web.get("ami").comment, "pinned");
  assert.equal(String(web.get("ami").range), "main.tf:5:3");
  assert.equal(web.get("count").value(), 6);
  assert.deepEqual(
    web.get("ami").expression.references.map((one) => [one.text, String(one.range)]),
    [["var.ami", "main.tf:5:11"]],
  );
  assert.equal(web.headerRange.end.character, 29);
  assert.deepEqual([...file].map((item) => item.constructor.name), ["Attribute", "Block"]);
  assert.deepEqual(file.allComments.map((one) => one.text), ["The region.", "pinned"]);
  assert.deepEqual(file.references.map((one) => one.text), ["var.ami", "var.key"]);
  assert.equal(file.blocks("resource", "other").length, 0);
  assert.throws(() => file.block("data"), { name: "HclLookupError", message: "no block data" });
});

test("ranges count UTF-16 code units and bytes", () => {
  const file = hcl.parse('a = "é😀" # é\nb = x\n', { filename: "a.hcl" });
  const { start, end } = file.get("a").expression.range;
  assert.deepEqual(end, { line: 1, column: 9, character: 9, offset: 9, byte: 12 });
  assert.equal(file.text.slice(start.offset, end.offset), '"é😀"');
  assert.deepEqual(file.get("b").nameRange.start, { line: 2, column: 1, character: 0, offset: 14, byte: 18 });
  assert.equal(file.get("b").expression.text, "x");
  assert.equal(file.get("a").comment, "é");
  const bytes = hcl.parse(new TextEncoder().encode(file.text));
  assert.equal(bytes.get("a").value(), "é😀");
});

test("expressions have kinds, parts, operators and names", () => {
  const tags = hcl.parse(MAIN).block("resource").get("tags").expression;
  assert.equal(tags.kind, "object");
  const [[name, upper], [key, list]] = tags.pairs;
  assert.deepEqual([name.text, upper.kind, upper.name], ["Name", "call", "upper"]);
  assert.deepEqual([key.kind, key.text], ["reference", "(var.key)"]);
  assert.deepEqual(list.elements.map((one) => one.value()), [1, 2]);
  assert.equal(upper.value(), "É😀");
  assert.deepEqual(tags.functions, ["upper"]);
  const sum = hcl.parse("a = !x || y >= 1\n").get("a").expression;
  assert.deepEqual([sum.kind, sum.operator], ["operation", "||"]);
  assert.deepEqual(sum.children.map((one) => one.operator), ["!", ">="]);
  const kinds = hcl.parse('a = [1, true, null, "s", "${x}", x.y, x ? 1 : 2, [for i in x : i], f()[0]]\n');
  assert.deepEqual(
    kinds.get("a").expression.elements.map((one) => one.kind),
    ["number", "bool", "null", "string", "template", "reference", "conditional", "for", "reference"],
  );
});

test("heredocs and comments of many kinds", () => {
  const file = hcl.parse("/* a\n   b */\n\n# c\n// d\nx = <<-E\n    text ${1}\n  E\ny = 1 /* e */\nz = 2\n");
  assert.equal(file.get("x").value(), "text 1\n");
  assert.deepEqual(file.get("x").comments, ["c", "d"]);
  assert.equal(file.get("y").comment, "e");
  assert.deepEqual(file.get("z").comments, []);
  assert.equal(file.get("z").comment, undefined);
});

test("files in JSON syntax", () => {
  const text = '{"a": "${1 + 1}", "b": {"x": {"y": {"c": [1, {"k": "${v}"}]}}}}';
  const file = hcl.parse(text, { filename: "a.tf.json" });
  assert.equal(file.syntax, "json");
  assert.equal(file.get("a").value(), 2);
  const block = file.block("b", "x", "y");
  assert.deepEqual(block.labels, ["x", "y"]);
  const [one, object] = block.get("c").expression.elements;
  assert.equal(one.value(), 1);
  const [[key, value]] = object.pairs;
  assert.deepEqual([key.value(), value.evaluate({ variables: { v: 3 } })], ["k", 3]);
  assert.deepEqual(value.references.map((found) => found.text), ["v"]);
  assert.equal(value.range.start.byte, text.indexOf('"${v}"'));
  assert.throws(() => value.value(), (error) => String(error.diagnostics[0].range) === "a.tf.json:1:55");
  assert.deepEqual(file.toObject(), JSON.parse(text));
  assert.throws(() => file.blocks(), TypeError);
});

test("places in files in JSON syntax are those in the file", () => {
  const text = '\ufeff{\n "é": 1,\n "b": [{"x": [{"c": "${é}"}, null, {"c": 3}]}, {"y": {"d": ["${v}"]}}]\n}\n';
  const file = hcl.parse(text, { filename: "a.json" });
  assert.equal(file.text, text);
  assert.equal(String(file.get("é").nameRange), "a.json:2:2");
  const blocks = file.blocks("b", { labelCount: 1 });
  assert.deepEqual(blocks.map((block) => [block.text, ...block.labels]), [
    ['{"c": "${é}"}', "x"],
    ["null", "x"],
    ['{"c": 3}', "x"],
    ['{"d": ["${v}"]}', "y"],
  ]);
  assert.deepEqual([String(blocks[0].headerRange), String(blocks[2].range)], ["a.json:3:14", "a.json:3:36"]);
  assert.deepEqual(blocks.map((block) => [...block.attributes.keys()]), [["c"], [], ["c"], ["d"]]);
  assert.deepEqual(file.blocks("b", "y"), [blocks[3]]);
  assert.deepEqual(blocks[1].blocks("e"), []);
  const { expression } = blocks[0].get("c");
  assert.deepEqual(expression.references.map((one) => [one.text, String(one.range)]), [["é", "a.json:3:24"]]);
  assert.throws(
    () => blocks[3].get("d").expression.elements[0].value(),
    (error) => {
      assert.equal(String(error.diagnostics[0].range), "a.json:3:64");
      assert.match(error.message, /3 \|  "b": \[/);
      return true;
    },
  );
  assert.throws(() => hcl.parse('{"a": 1, "b": {"c": 2}}', { syntax: "json" }).block("b").blocks("c"), (error) => {
    assert.equal(String(error.diagnostics[0].range), "<string>:1:21");
    return error.diagnostics[0].code === "hcl2::json::object-required";
  });
});

test("evaluation takes variables and functions", () => {
  assert.equal(hcl.evaluate("upper(name)", { variables: { name: "web" } }), "WEB");
  assert.deepEqual(hcl.evaluate("[for p in ports : p + 8000]", { variables: new Map([["ports", [80]]]) }), [8080]);
  assert.equal(hcl.evaluate("double(x)", { variables: { x: 21 }, functions: { double: (x) => 2 * x } }), 42);
  const nested = { functions: { f: (text) => hcl.evaluate(text) } };
  assert.equal(hcl.evaluate('f("1 + 2")', nested), 3);
  assert.deepEqual(hcl.evaluate("x", { variables: { x: new Set([2, 1]) } }), [1, 2]);
  const keys = hcl.evaluate('{ "__proto__" = 1, a = null }');
  assert.deepEqual(Object.keys(keys), ["__proto__", "a"]);
});

test("numbers are as the option says", () => {
  assert.equal(hcl.evaluate("0.1 + 0.2"), 0.3);
  assert.equal(hcl.evaluate("9007199254740993", { numbers: "bigint" }), 9007199254740993n);
  assert.equal(hcl.evaluate("1e30 + x", { numbers: "bigint", variables: { x: 1n } }), 10n ** 30n + 1n);
  assert.equal(hcl.evaluate("0.5", { numbers: "bigint" }), 0.5);
  const exact = hcl.evaluate("0.1 + 1e20", { numbers: "exact" });
  assert.ok(exact instanceof hcl.ExactNumber);
  assert.equal(exact.text, "100000000000000000000.1");
  assert.equal(hcl.evaluate("x == 100000000000000000000.1", { variables: { x: exact } }), true);
  assert.throws(() => hcl.evaluate("1", { numbers: "float" }), /numbers must be "number", "bigint" or "exact"/);
});

test("unknown and sensitive values are classes", () => {
  const unknown = hcl.evaluate("x + 1", { variables: { x: new hcl.Unknown("number") } });
  assert.ok(unknown instanceof hcl.Unknown);
  assert.equal(unknown.type, "number");
  assert.equal(hcl.evaluate("length(x)", { variables: { x: new hcl.Unknown("tuple([string, any])") } }), 2);
  const secret = hcl.evaluate('"${x}!"', { variables: { x: new hcl.Sensitive("s3cr3t") } });
  assert.equal(secret.reveal(), "s3cr3t!");
  assert.equal(String(secret), "Sensitive(...)");
  assert.throws(() => JSON.stringify({ secret }), TypeError);
  assert.throws(() => secret + 1, TypeError);
  assert.throws(() => new hcl.Unknown("nonsense"), /is not a type/);
});

test("errors have diagnostics and a drawing", () => {
  assert.throws(
    () => hcl.evaluate("regoin", { variables: { region: "eu-1" } }),
    (error) => {
      assert.ok(error instanceof hcl.HclError);
      assert.equal(
        error.message,
        "<expression>:1:1: error[hcl2::expr::unknown-variable]: Unknown variable\n  1 | regoin\n    | ^^^^^^\n" +
          "  No variable is named `regoin`. Did you mean `region`?\n  help: use `region`\n  1 | region\n    | ++++++",
      );
      const [problem] = error.diagnostics;
      assert.deepEqual([problem.code, problem.suggestions[0].replacement], ["hcl2::expr::unknown-variable", "region"]);
      return true;
    },
  );
  const file = hcl.parse('é = 1\nblock {\n  b = "😀${nope}"\n}\n', { filename: "a.hcl" });
  assert.throws(
    () => file.block("block").get("b").value(),
    (error) => {
      assert.deepEqual(error.diagnostics[0].range.start, { line: 3, column: 11, character: 11, offset: 25, byte: 28 });
      assert.match(error.message, /3 \|   b = "😀\$\{nope\}"/);
      return true;
    },
  );
  assert.throws(
    () => hcl.evaluate("port + 1", { variables: { port: "http" } }),
    (error) => error.diagnostics[0].facts[0].statement === 'is "http"',
  );
});

test("other texts: objects, conversion, format, difference, query, edits", () => {
  assert.deepEqual(hcl.toObject('port = 8000 + 80\nhost = var.host\nb "x" {}\n'), {
    port: 8080,
    host: "${var.host}",
    b: { x: [{}] },
  });
  assert.deepEqual(hcl.parse("a = 1 # c\n").toObject({ comments: true }), { a: 1, __comments__: ["c"] });
  assert.deepEqual(hcl.toObject('{"a": 1}', { syntax: "json" }), { a: 1 });
  const json = hcl.convert('variable "x" {\n  type = string\n}\n', "json");
  assert.deepEqual(JSON.parse(json), { variable: { x: { type: "string" } } });
  assert.equal(hcl.convert(json, "native"), 'variable "x" {\n  type = string\n}\n');
  assert.equal(hcl.format("a=1\nlong  = 2\n"), "a    = 1\nlong = 2\n");
  const [change] = hcl.diff(hcl.parse("a = 1\n"), "a=2 # two\n");
  assert.deepEqual([change.kind, change.address, String(change.after)], ["changed", "a", "<after>:1:3"]);
  assert.deepEqual(hcl.query('b "x" {\n  t = [1]\n}\n', "b.*.t"), [{ address: "b.x.t", text: "[1]" }]);
  const editor = new hcl.Editor("# Top.\na = var.x # beside\n");
  assert.equal(editor.set("b", [1, 2], { create: true }).renameReference("var.x", "var.y"), 1);
  assert.equal(editor.text, "# Top.\na = var.y # beside\nb = [1, 2]\n");
  assert.throws(() => editor.set("nope", 1), hcl.HclLookupError);
  assert.equal(hcl.edit("a = 1\n", (one) => one.rename("a", "b").setExpression("b", "x + 1")), "b = x + 1\n");
  assert.equal(hcl.edit('{"a": 1}', (one) => one.set("a", 2), { filename: "a.json" }), '{"a": 2}');
});

test("check returns problems and throws none", () => {
  assert.deepEqual(hcl.check("a = 1\n"), []);
  assert.equal(hcl.check("a =\n", { filename: "x.hcl" })[0].code, "hcl2::syntax::expected-expression");
  const [problem] = hcl.check('output "x" {\n  value = var.nope\n}\n', { filename: "main.tf" });
  assert.match(problem.rendered, /^main\.tf:2:/);
});
