import fs from "node:fs";

import * as base from "../dist/base/hcl2.js";
import * as full from "../dist/full/hcl2.js";
import { disk } from "./disk.js";
import { connectDisk } from "./module.js";
import { connect } from "./runtime.js";

const reader = (url) => () => fs.readFileSync(url);
const readBase = reader(new URL("./base/hcl2_bg.wasm", import.meta.url));
const readFull = reader(new URL("./full/hcl2_bg.wasm", import.meta.url));
connect({ glue: base, read: readBase, fetch: readBase }, { glue: full, read: readFull, fetch: readFull });
connectDisk(disk);

export * from "./main.js";
