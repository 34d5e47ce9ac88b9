// Bundles each entry into one file for each kind of module, beside the WebAssembly modules in `dist`.

import fs from "node:fs";

import { build } from "esbuild";

const common = { bundle: true, target: "es2022", legalComments: "none", logLevel: "warning" };

for (const name of ["node", "web", "parser-node", "parser-web"]) {
  const isNode = name.endsWith("node");
  const entry = { ...common, entryPoints: [`lib/entry-${name}.js`], platform: isNode ? "node" : "neutral" };
  await build({ ...entry, format: "esm", outfile: `dist/${name}.js` });
  if (isNode) {
    await build({
      ...entry,
      format: "cjs",
      outfile: `dist/${name}.cjs`,
      define: { "import.meta.url": "moduleUrl" },
      banner: { js: 'const moduleUrl = require("node:url").pathToFileURL(__filename);' },
    });
  }
}
// The types of both kinds are the same, but TypeScript looks for them by the ending.
for (const name of ["index", "parser"]) {
  const types = fs.readFileSync(`${name}.d.ts`, "utf8");
  fs.writeFileSync(`${name}.d.cts`, types.replaceAll('"./index.js"', '"./index.cjs"'));
}
// The drop-ins find the package as they do once it is installed.
fs.rmSync("node_modules/hcl2-wasm", { force: true });
fs.symlinkSync("..", "node_modules/hcl2-wasm", "junction");
