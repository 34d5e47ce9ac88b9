// Builds the page into the directory that is given: `node build.js DIRECTORY`.

import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

import { build } from "esbuild";

import { functionsOf } from "./functions.js";

const here = fileURLToPath(new URL(".", import.meta.url));
const bindings = path.join(here, "../js");

/**
 * Builds the page.
 * @param {string} out The directory, which is created.
 */
export async function buildPage(out) {
  fs.rmSync(out, { recursive: true, force: true });
  fs.mkdirSync(out, { recursive: true });
  await build({
    absWorkingDir: here,
    entryPoints: ["src/main.js", "src/worker.js"],
    outdir: out,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    legalComments: "none",
    logLevel: "warning",
    alias: { "hcl2-wasm": path.join(bindings, "dist/web.js") },
  });
  fs.copyFileSync(path.join(bindings, "dist/full/hcl2_bg.wasm"), path.join(out, "hcl2.wasm"));
  for (const name of ["index.html", "style.css"]) {
    fs.copyFileSync(path.join(here, name), path.join(out, name));
  }
  const reference = fs.readFileSync(path.join(here, "../../docs/functions.md"), "utf8");
  fs.writeFileSync(path.join(out, "functions.json"), JSON.stringify(functionsOf(reference)));
  // The service worker changes with any file, which is how browsers notice a new version.
  const files = fs.readdirSync(out).sort();
  const hash = createHash("sha256");
  for (const file of files) {
    hash.update(fs.readFileSync(path.join(out, file)));
  }
  const version = hash.digest("hex").slice(0, 16);
  await build({
    absWorkingDir: here,
    entryPoints: ["src/offline.js"],
    outdir: out,
    minify: true,
    logLevel: "warning",
    bundle: true,
    define: { VERSION: JSON.stringify(version), FILES: JSON.stringify(files) },
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const out = process.argv[2];
  if (out === undefined) {
    console.error("usage: node build.js DIRECTORY");
    process.exit(2);
  }
  await buildPage(out);
}
