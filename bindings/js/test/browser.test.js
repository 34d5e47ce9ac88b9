// The package in a page and in a worker of headless Chromium, if there is one.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import fs from "node:fs";
import http from "node:http";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const dist = fileURLToPath(new URL("../dist", import.meta.url));
const TYPES = { ".js": "text/javascript", ".mjs": "text/javascript", ".wasm": "application/wasm" };

const PROGRAM = `
import { Module, evaluate, init, initModules, parse } from "/web.js";
const messageOf = (call) => { try { call(); } catch (error) { return error.message; } };
const make = () => new Module({ "main.tf": 'variable "x" {}\\noutput "y" {\\n  value = upper(var.x)\\n}\\n' });
const early = [messageOf(() => parse("a = 1\\n"))];
await init();
const value = evaluate("f(1)", { functions: { f: (x) => x + 1 } });
early.push(messageOf(make));
await initModules();
const result = [...early, value, make().evaluateOutputs({ variables: { x: "a" } })];
`;
const PAGES = {
  "/": `<!doctype html><body><script type="module">${PROGRAM}
const worker = new Worker("/worker.mjs", { type: "module" });
worker.onmessage = ({ data }) => { fetch("/result", { method: "POST", body: JSON.stringify([result, data]) }); };
</script>`,
  "/worker.mjs": `${PROGRAM}\npostMessage(result);`,
};

function chromium() {
  for (const name of ["chromium", "chromium-browser", "google-chrome"]) {
    try {
      execFileSync(name, ["--version"], { stdio: "ignore" });
      return name;
    } catch {
      // Another name may be on the path.
    }
  }
  return undefined;
}

const browser = chromium();

test("a page and a worker", { skip: browser ? false : "there is no Chromium" }, async () => {
  const profile = fs.mkdtempSync(path.join(os.tmpdir(), "hcl2-js-"));
  let program;
  let timer;
  const server = http.createServer();
  try {
    const posted = new Promise((resolve) => {
      server.on("request", async (request, response) => {
        if (request.method === "POST") {
          let body = "";
          for await (const part of request) body += part;
          response.end();
          resolve(JSON.parse(body));
          return;
        }
        const file = path.join(dist, request.url);
        const type = TYPES[path.extname(file)] ?? "text/html";
        const page = PAGES[request.url] ?? (fs.existsSync(file) ? fs.readFileSync(file) : undefined);
        response.writeHead(page === undefined ? 404 : 200, { "content-type": type }).end(page);
      });
    });
    await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = `http://127.0.0.1:${server.address().port}/`;
    const given = ["--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0", `--user-data-dir=${profile}`];
    program = spawn(browser, [...given, address], { stdio: "ignore" });
    const early = ["init", "initModules"].map((name) => `hcl2-wasm is not loaded yet: \`await ${name}()\` first`);
    const expected = [...early, 2, { y: "A" }];
    const late = new Promise((_resolve, reject) => {
      timer = setTimeout(reject, 60_000, new Error("the page posts no result"));
    });
    assert.deepEqual(await Promise.race([posted, late]), [expected, expected]);
  } finally {
    clearTimeout(timer);
    if (program) {
      const ended = new Promise((resolve) => program.once("exit", resolve));
      program.kill();
      await ended;
    }
    server.closeAllConnections();
    server.close();
    fs.rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
});
