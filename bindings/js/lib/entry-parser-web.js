import * as glue from "../dist/parser/hcl2.js";
import { connect } from "./runtime.js";

connect({ glue, fetch: () => fetch(new URL("./parser/hcl2_bg.wasm", import.meta.url)), init: "init" });

export * from "./parser.js";
