import fs from "node:fs";

import * as glue from "../dist/parser/hcl2.js";
import { connect } from "./runtime.js";

const read = () => fs.readFileSync(new URL("./parser/hcl2_bg.wasm", import.meta.url));
connect({ glue, read, fetch: read });

export * from "./parser.js";
