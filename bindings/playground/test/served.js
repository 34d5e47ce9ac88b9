// The built page on a server, in a browser.

import { execFileSync } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";

import { chromium } from "playwright-core";

import { buildPage } from "../build.js";

/** @type {Record<string, string>} */
const TYPES = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".wasm": "application/wasm",
};

/** Returns the path of Chromium, or `undefined` without one. */
export function browserPath() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      return execFileSync("sh", ["-c", `command -v ${name}`], { encoding: "utf8" }).trim();
    } catch {
      // Another name may be on the path.
    }
  }
  return undefined;
}

/** Returns the directory of the page: that in HCL2_PLAYGROUND, or else a new one, which `remove` deletes. */
export async function builtPage() {
  const given = process.env.HCL2_PLAYGROUND;
  const directory = given ?? fs.mkdtempSync(path.join(os.tmpdir(), "hcl2-playground-"));
  if (given === undefined) await buildPage(directory);
  return {
    directory,
    remove() {
      if (given === undefined) fs.rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Serves a directory below `/playground/`, as the site does.
 * @param {string} directory
 */
export async function serve(directory) {
  const server = http.createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const name = pathname.replace(/^\/playground\//, "") || "index.html";
    const file = path.join(directory, name);
    if (!pathname.startsWith("/playground/") || !fs.existsSync(file)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { "content-type": TYPES[path.extname(file)] ?? "text/plain" }).end(fs.readFileSync(file));
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    address: `http://127.0.0.1:${port}/playground/`,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** @param {string} executablePath */
export function launch(executablePath) {
  return chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
}

/**
 * Returns the address of a state, as the documentation links to it.
 * @param {string} address
 * @param {Record<string, string>} state
 */
export function addressOf(address, state) {
  const parameters = Object.entries(state).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return `${address}#${parameters.join("&")}`;
}
