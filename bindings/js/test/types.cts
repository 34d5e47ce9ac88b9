import hcl2 = require("hcl2-wasm");
import parser = require("hcl2-wasm/parser");

const value: unknown = hcl2.parse("a = 1").get("a")?.value({ numbers: "exact" });
console.log(value, parser.format("a=1"));
