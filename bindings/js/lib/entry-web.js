import * as base from "../dist/base/hcl2.js";
import * as full from "../dist/full/hcl2.js";
import { connect } from "./runtime.js";

connect(
  { glue: base, fetch: () => fetch(new URL("./base/hcl2_bg.wasm", import.meta.url)), init: "init" },
  { glue: full, fetch: () => fetch(new URL("./full/hcl2_bg.wasm", import.meta.url)), init: "initModules" },
);

export * from "./main.js";
