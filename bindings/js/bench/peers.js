// Installs what the package is compared with: it is not part of CI.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const PEERS = ["@cdktf/hcl2json@0.21.0", "hcl2-parser@1.0.3"];
const here = fileURLToPath(new URL(".", import.meta.url));

/** The folder that they are installed into. */
export const folder = path.resolve(here, "../../../target/js-peers");

/** Installs the peers unless they are there, and returns a `require` that finds them. */
export function install() {
  if (!fs.existsSync(path.join(folder, "node_modules/hcl2-parser"))) {
    fs.mkdirSync(folder, { recursive: true });
    const given = ["install", "--silent", "--no-save", "--ignore-scripts", "--prefix", folder, ...PEERS];
    execFileSync("npm", given, { stdio: "inherit" });
  }
  return createRequire(path.join(folder, "package.json"));
}

/** Returns the files below directories whose names end in `.tf` or `.hcl`, with their texts. */
export function filesBelow(directories) {
  const found = [];
  const add = (directory) => {
    for (const entry of fs.readdirSync(directory, { withFileTypes: true })) {
      const file = path.join(directory, entry.name);
      if (entry.isDirectory()) add(file);
      else if (/\.(tf|hcl)$/.test(entry.name)) found.push([file, fs.readFileSync(file, "utf8")]);
    }
  };
  directories.forEach(add);
  return found.filter(([, text]) => text.isWellFormed() && !text.includes("\ufffd"));
}
