// The time until something is on the screen, and the time that a key takes in a long source.

import assert from "node:assert/strict";
import { test } from "node:test";

import { encodeState } from "../src/state.js";
import { browserPath, builtPage, launch, serve } from "./served.js";

const executable = browserPath();

/** @param {number[]} numbers */
function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1];
}

const RESOURCE = (/** @type {number} */ index) => `resource "terraform_data" "r${index}" {
  input = {
    name  = "name-\${${index} + 1}"
    items = [for x in ["a", "b"] : upper(x)]
    # A comment about number ${index}.
    none  = null
  }
}

`;

test("first_paint_and_keys_are_fast", { skip: executable ? false : "there is no Chromium" }, async (context) => {
  const built = await builtPage();
  const server = await serve(built.directory);
  const browser = await launch(/** @type {string} */ (executable));
  try {
    const text = Array.from({ length: 112 }, (_, index) => RESOURCE(index)).join("");
    const state = { file: "main.tf", text, variables: "", expression: "", tab: "evaluate" };
    const address = `${server.address}#${await encodeState(state)}`;
    /** @type {{ paint: number, ready: number, checked: number }[]} */
    const starts = [];
    for (let count = 0; count < 5; count += 1) {
      // Each has a cache of its own.
      const page = await (await browser.newContext({ serviceWorkers: "block" })).newPage();
      await page.goto(address);
      await page.locator("#problems-count", { hasText: "No problems" }).waitFor();
      const times = await page.evaluate(() => ({
        paint: performance.getEntriesByName("first-contentful-paint")[0].startTime,
        ready: performance.getEntriesByName("ready")[0].startTime,
        checked: performance.now(),
      }));
      starts.push(times);
      await page.context().close();
    }
    const page = await (await browser.newContext({ serviceWorkers: "block", viewport: { width: 1280, height: 800 } })).newPage();
    await page.goto(address);
    await page.locator("#problems-count", { hasText: "No problems" }).waitFor();
    await page.evaluate(() => {
      const found = /** @type {any} */ (globalThis);
      found.keys = [];
      addEventListener("keydown", () => {
        const since = performance.now();
        // After the frame that shows the key.
        requestAnimationFrame(() => setTimeout(() => found.keys.push(performance.now() - since)));
      }, { capture: true });
    });
    const session = await page.context().newCDPSession(page);
    // The time of the processor: on a busy machine, the page also waits for others.
    await session.send("Performance.enable", { timeDomain: "threadTicks" });
    const spent = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      /** @param {string} wanted */
      const of = (wanted) => 1000 * (metrics.find(({ name }) => name === wanted)?.value ?? 0);
      return { page: of("ScriptDuration") + of("LayoutDuration") + of("RecalcStyleDuration"), all: of("TaskDuration") };
    };
    await page.locator(".cm-line").nth(10).click();
    const before = await spent();
    const typed = "\n# The quick brown fox jumps over the lazy dog, line by line and key by key, until all is said.";
    await page.keyboard.type(typed, { delay: 40 });
    const after = await spent();
    const keys = await page.evaluate(() => /** @type {any} */ (globalThis).keys);
    const figures = {
      paint: median(starts.map((one) => one.paint)),
      ready: median(starts.map((one) => one.ready)),
      checked: median(starts.map((one) => one.checked)),
      // Of a key: the page's own work, with that of the browser, and until it is on the screen.
      key: (after.page - before.page) / typed.length,
      keyInAll: (after.all - before.all) / typed.length,
      keyShown: median(keys),
    };
    for (const [name, value] of Object.entries(figures)) context.diagnostic(`${name}: ${value.toFixed(1)} ms`);
    assert.equal(text.split("\n").length > 1000, true);
    assert.ok(figures.paint < 1000, `the first paint is after ${figures.paint} ms`);
    assert.ok(figures.key < 16, `a key takes ${figures.key} ms`);
  } finally {
    await browser.close();
    server.close();
    built.remove();
  }
});
