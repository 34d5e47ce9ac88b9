// Prints the sizes of what a page or a program loads, as they are and compressed.

import fs from "node:fs";
import zlib from "node:zlib";

const entries = {
  "hcl2-wasm, module of `init`": ["dist/base/hcl2_bg.wasm"],
  "hcl2-wasm, module of `initModules`": ["dist/full/hcl2_bg.wasm"],
  "hcl2-wasm, JavaScript": ["dist/web.js"],
  "hcl2-wasm/parser, module": ["dist/parser/hcl2_bg.wasm"],
  "hcl2-wasm/parser, JavaScript": ["dist/parser-web.js"],
};
const brotli = (bytes) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 11 } });
console.log("| file | bytes | gzip | brotli |\n|---|---|---|---|");
for (const [name, files] of Object.entries(entries)) {
  const bytes = Buffer.concat(files.map((file) => fs.readFileSync(file)));
  const sizes = [bytes, zlib.gzipSync(bytes, { level: 9 }), brotli(bytes)].map((one) => one.length.toLocaleString("en"));
  console.log(`| ${name} | ${sizes.join(" | ")} |`);
}
