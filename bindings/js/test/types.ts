// Programs that the types must accept, and some that they must refuse.

import { Block, Editor, ExactNumber, HclError, Module, Sensitive, Unknown, check, convert, diff, edit, evaluate, format, init, parse, query, toObject } from "hcl2-wasm";
import { check as checkSyntax, parse as parseOnly } from "hcl2-wasm/parser";

await init(new URL("https://example.org/hcl2.wasm"));
const file = parse("a = 1", { filename: "a.hcl", syntax: "native" });
const offset: number = file.block("a", "b", { labelCount: 2 }).headerRange.start.offset;
for (const item of file) {
  const name: string = item instanceof Block ? item.type : item.name;
  console.log(name, offset);
}
const pair: string | undefined = file.get("a")?.expression.pairs?.[0]?.[1].text;
const value: unknown = evaluate("f(x)", {
  variables: { x: [1n, new Set(["a"]), new Map([["k", null]]), new Unknown("number"), new Sensitive(1), new ExactNumber("0.1")] },
  functions: { f: (x: string) => x.length },
  numbers: "bigint",
});
const texts: string[] = [convert("", "json"), format("", { maxWidth: 100 }), edit("", (editor) => editor.remove("a"))];
const kinds: string[] = diff(file, "b = 1").map((change) => change.kind);
const found: string[] = query(file, "a").map((one) => one.text);
const renamed: number = new Editor("a = 1").set("a", 2, { create: true }).renameReference("a", "b");
const module = new Module({ "main.tf": "" }, { strict: true });
const plan = module.plan({ variables: { a: 1 }, schemas: [{}], targets: new Set(["a"]) });
const actions: readonly string[] = plan.resources["a"]?.actions ?? [];
const problems: string[] = [...check("", { language: "opentofu" }), ...checkSyntax("")].map((one) => one.code);
const cause: unknown = new HclError("x").cause;
console.log(pair, value, texts, kinds, found, renamed, actions, problems, cause, toObject("a = 1")["a"], parseOnly("").name);

// @ts-expect-error a syntax that does not exist
parse("", { syntax: "yaml" });
// @ts-expect-error a date is not a value
evaluate("x", { variables: { x: new Date() } });
// @ts-expect-error functions cannot wait
evaluate("f()", { functions: { f: async () => 1 } });
// @ts-expect-error blocks are made by parsing
new Block();
