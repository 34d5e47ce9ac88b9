import * as glue from "../dist/full/hcl2.js";
import { connect } from "./runtime.js";

connect(glue, { fetch: () => fetch(new URL("./full/hcl2_bg.wasm", import.meta.url)) });

export * from "./main.js";
