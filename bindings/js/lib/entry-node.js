import fs from "node:fs";

import * as glue from "../dist/full/hcl2.js";
import { disk } from "./disk.js";
import { connectDisk } from "./module.js";
import { connect } from "./runtime.js";

const read = () => fs.readFileSync(new URL("./full/hcl2_bg.wasm", import.meta.url));
connect(glue, { read, fetch: read });
connectDisk(disk);

export * from "./main.js";
