// The files of Node, for the WebAssembly module.

import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

export const disk = {
  path: (directory) => (directory instanceof URL ? fileURLToPath(directory) : String(directory)),
  read(file, max) {
    const { size } = regular(file);
    if (size > max) {
      throw Object.assign(new Error(`the file has ${size} bytes, and ${max} are the limit`), { code: "EFBIG" });
    }
    return fs.readFileSync(file);
  },
  list: (directory) => fs.readdirSync(directory),
  kind(file) {
    const found = fs.lstatSync(file, { throwIfNoEntry: false });
    if (!found) return undefined;
    if (found.isSymbolicLink()) return "link";
    return found.isFile() ? "file" : found.isDirectory() ? "directory" : "other";
  },
  canonical: (file) => fs.realpathSync(path.resolve(file)),
};

/** Returns what is known of a file, which must not be a pipe or a device: nobody may ever write to it. */
function regular(file) {
  const found = fs.statSync(file);
  if (!found.isFile()) {
    throw new Error("not a regular file");
  }
  return found;
}
