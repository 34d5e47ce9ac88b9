// The page in headless Chromium, as a user has it.

import assert from "node:assert/strict";
import { after, before, describe, test } from "node:test";

import { encodeState } from "../src/state.js";
import { addressOf, browserPath, builtPage, launch, serve } from "./served.js";

const executable = browserPath();
const MODULE = 'variable "region" {\n  type    = string\n  default = "eu"\n}\n\noutput "x" {\n  value = upper(var.regoin)\n}\n';
const FIXED = MODULE.replace("regoin", "region");

describe("the page", { skip: executable ? false : "there is no Chromium" }, () => {
  /** @type {Awaited<ReturnType<typeof builtPage>>} */
  let built;
  /** @type {import("playwright-core").Browser} */
  let browser;
  /** @type {Awaited<ReturnType<typeof serve>>} */
  let server;
  /** @type {string[]} */
  let failures;

  before(async () => {
    built = await builtPage();
    server = await serve(built.directory);
    browser = await launch(/** @type {string} */ (executable));
  });

  after(async () => {
    await browser?.close();
    server?.close();
    built?.remove();
  });

  /**
   * Runs a test in a page of its own. An error on its console fails the test.
   * @param {string} name
   * @param {Record<string, string>} state
   * @param {(page: import("playwright-core").Page) => Promise<void>} run
   * @param {import("playwright-core").BrowserContextOptions} [options]
   */
  function inPage(name, state, run, options = {}) {
    test(name, async () => {
      failures = [];
      const context = await browser.newContext({ serviceWorkers: "block", ...options });
      context.setDefaultTimeout(15_000);
      try {
        const page = await context.newPage();
        page.on("pageerror", (error) => failures.push(String(error)));
        page.on("console", (message) => {
          if (message.type() === "error") failures.push(message.text());
        });
        await page.goto(addressOf(server.address, state));
        await run(page);
        assert.deepEqual(failures, []);
      } finally {
        await context.close();
      }
    });
  }

  /** @param {import("playwright-core").Page} page */
  const textOf = (page) => page.locator("#editor .cm-line").allInnerTexts().then((lines) => lines.join("\n").replaceAll(/^\n$/gm, ""));

  /**
   * Waits until an element contains a string.
   * @param {import("playwright-core").Page} page
   * @param {string} selector
   * @param {string} text
   */
  const waitFor = (page, selector, text) => page.locator(selector, { hasText: text }).first().waitFor();

  inPage("a_typed_mistake_is_shown_and_its_fix_removes_it", { file: "main.tf", text: FIXED }, async (page) => {
    await waitFor(page, "#problems-count", "No problems");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type('output "y" {\nvalue = var.regoin\n');
    await waitFor(page, "#problems li", "Undeclared input variable");
    assert.equal(await page.locator("#problems-count").innerText(), "1 problem");
    assert.equal(await page.locator(".cm-lintRange-error").count(), 1);
    await page.getByRole("button", { name: "Fix: use var.region" }).click();
    await waitFor(page, "#problems-count", "No problems");
    assert.match(await textOf(page), /output "y" \{\n {2}value = var\.region\n/);
  });

  inPage("the_mark_in_the_text_offers_the_fix_too", { file: "main.tf", text: MODULE }, async (page) => {
    await page.locator(".cm-lintRange-error").hover();
    await page.locator(".cm-tooltip-lint .cm-diagnosticAction").click();
    await waitFor(page, "#problems-count", "No problems");
    assert.match(await textOf(page), /upper\(var\.region\)/);
  });

  inPage("formatting_is_one_step_that_can_be_undone", { file: "config.hcl", text: "a=1\nlong  = 2\n" }, async (page) => {
    await page.getByRole("button", { name: "Format" }).click();
    await waitFor(page, "#status", "is formatted");
    assert.equal(await textOf(page), "a    = 1\nlong = 2\n");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+z");
    assert.equal(await textOf(page), "a=1\nlong  = 2\n");
  });

  inPage("a_module_is_converted_to_json_and_back", { file: "main.tf", text: FIXED }, async (page) => {
    await page.getByRole("button", { name: "Convert to JSON" }).click();
    await waitFor(page, "#status", "converted to JSON");
    assert.equal(JSON.parse(await textOf(page)).output.x.value, "${upper(var.region)}");
    assert.equal(await page.locator("#file").inputValue(), "main.tf.json");
    await waitFor(page, "#problems-count", "No problems");
    await page.getByRole("button", { name: "Convert to HCL" }).click();
    await waitFor(page, "#status", "converted to HCL");
    assert.equal(await textOf(page), FIXED);
  });

  inPage("hcl_without_a_schema_is_not_converted_from_json", { file: "config.json", text: '{"a": 1}' }, async (page) => {
    await page.getByRole("button", { name: "Convert to HCL" }).click();
    await waitFor(page, "#status", "JSON does not tell blocks from attributes");
    assert.equal(await textOf(page), '{"a": 1}');
  });

  inPage("expressions_have_the_variables", { file: "config.hcl", text: 'a = upper(name)\nb "c" {\n  d = [1 + n]\n}\n' }, async (page) => {
    await page.getByLabel("Variables").fill('name = "web"\nn = 41\n');
    await waitFor(page, "#evaluated", "b.c.d");
    assert.equal(await page.locator("#evaluated").innerText(), 'a = "WEB" # string\nb.c.d = [42] # list of 1 element');
    await page.getByLabel("Expression").fill('"${name}-${n}"');
    await waitFor(page, "#evaluated", "web-41");
    await page.getByLabel("Expression").fill("nmae");
    await waitFor(page, "#evaluated.failure", "Unknown variable");
  });

  inPage("an_expression_sees_the_module", { file: "main.tf", text: FIXED, expression: "reverse(split(\"\", var.region))" }, async (page) => {
    await waitFor(page, "#evaluated", '["u", "e"]');
    await page.getByLabel("Variables").fill('region = "us"');
    await waitFor(page, "#evaluated", '["s", "u"]');
    await page.getByLabel("Expression").fill("");
    await waitFor(page, "#evaluated", 'x = "US" # string');
  });

  const PLAN = 'variable "names" { type = list(string) }\nresource "terraform_data" "x" {\n  for_each = toset(var.names)\n  input = upper(each.key)\n}\n';
  inPage("a_plan_lists_what_is_not_known", { file: "main.tf", text: PLAN, tab: "plan" }, async (page) => {
    await waitFor(page, "#planned", "terraform_data.x[*]");
    await waitFor(page, "#unknown li", "var.names is a variable without a value. Line 1");
    await page.getByLabel("Variables").fill('names = ["a", "b"]');
    await waitFor(page, "#planned", "Plan: 2 to add, 0 to change, 0 to destroy.");
    assert.match(await page.locator("#planned").innerText(), /terraform_data\.x\["b"\]\n.*\n {4}\+ input {2}= "B"/);
    assert.equal(await page.locator("#unknown-title").isVisible(), false);
  });

  inPage("only_modules_have_plans", { file: "config.hcl", text: "a = 1\n", tab: "plan" }, async (page) => {
    await waitFor(page, "#planned.failure", "Only Terraform and OpenTofu modules have plans.");
  });

  inPage("a_node_of_the_tree_selects_its_source", { file: "config.hcl", text: 'b "c" {\n  d = 1 + f(x)\n}\n', tab: "tree" }, async (page) => {
    await waitFor(page, "#panel-tree", "call f");
    const nodes = await page.locator("#panel-tree button").allInnerTexts();
    assert.deepEqual(nodes, ['block b "c"', "attribute d", "operation +", "number 1", "call f", "reference x"]);
    await page.getByRole("button", { name: "call f" }).click();
    await page.keyboard.type("2");
    assert.equal(await textOf(page), 'b "c" {\n  d = 1 + 2\n}\n');
  });

  inPage("the_object_has_the_constant_values", { file: "config.hcl", text: "port = 8000 + 80\n", tab: "object" }, async (page) => {
    await waitFor(page, "#object", '"port": 8080');
  });

  inPage("completion_has_names_and_functions_with_their_docs", { file: "main.tf", text: FIXED }, async (page) => {
    await waitFor(page, "#problems-count", "No problems");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("locals {\nx = jsonenc");
    await waitFor(page, ".cm-tooltip-autocomplete li", "jsonencode(val)");
    await waitFor(page, ".cm-completionInfo", "JSON");
    await page.keyboard.press("Enter");
    await page.keyboard.type("var.re");
    await waitFor(page, ".cm-tooltip-autocomplete li", "var.regionstring");
    // The editor ignores a key that comes at the moment when the list opens.
    await page.waitForTimeout(200);
    await page.keyboard.press("Enter");
    assert.match(await textOf(page), /x = jsonencode\(var\.region\)\n/);
  });

  inPage("names_are_described_below_the_pointer_and_by_a_key", { file: "main.tf", text: FIXED }, async (page) => {
    await waitFor(page, "#problems-count", "No problems");
    await page.locator(".cm-line", { hasText: "upper(" }).getByText("upper", { exact: true }).hover();
    await waitFor(page, ".cm-description-title", "upper(str)");
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    for (const key of ["ArrowUp", "ArrowUp", "End", "ArrowLeft", "ArrowLeft", "Control+i"]) await page.keyboard.press(key);
    await waitFor(page, "#status", 'var.region: string. "eu"');
    await waitFor(page, ".cm-description-value", '"eu"');
    await page.keyboard.press("Escape");
    assert.equal(await page.locator(".cm-description").count(), 0);
  });

  inPage("a_copied_link_opens_the_same_state", { file: "main.tf", text: FIXED }, async (page) => {
    await page.getByLabel("Variables").fill('region = "ü\u{1f600}"');
    await page.getByRole("tab", { name: "Plan" }).click();
    await page.getByRole("button", { name: "Copy link" }).click();
    await waitFor(page, "#status", "The link is copied.");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    assert.match(link, /#z=[\w-]+$/);
    const other = await page.context().newPage();
    await other.goto(link);
    await waitFor(other, "#planned", 'x = "Ü\u{1f600}"');
    assert.equal(await textOf(other), FIXED);
    assert.equal(await other.getByRole("tab", { name: "Plan" }).getAttribute("aria-selected"), "true");
  }, { permissions: ["clipboard-read", "clipboard-write"] });

  inPage("a_broken_address_gives_an_example", { z: "AAAA" }, async (page) => {
    await waitFor(page, "#status", "The address cannot be read");
    await waitFor(page, "#planned", "Plan: 2 to add");
  });

  inPage("the_theme_is_of_the_system_until_one_is_chosen", { file: "config.hcl", text: "" }, async (page) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await background(), "rgb(21, 24, 29)");
    await page.getByLabel("Theme").selectOption("light");
    assert.equal(await background(), "rgb(243, 244, 246)");
    await page.reload();
    assert.equal(await background(), "rgb(243, 244, 246)");
  }, { colorScheme: "dark" });

  inPage("the_page_works_offline_once_loaded", { file: "main.tf", text: MODULE }, async (page) => {
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.context().setOffline(true);
    await page.reload();
    await waitFor(page, "#problems li", "Undeclared input variable");
    await page.context().setOffline(false);
  }, { serviceWorkers: "allow" });

  inPage("a_keyboard_suffices", { file: "main.tf", text: MODULE }, async (page) => {
    await waitFor(page, "#problems-count", "1 problem");
    const focused = () => page.evaluate(() => document.activeElement?.id || document.activeElement?.getAttribute("aria-label"));
    /** @type {unknown[]} */
    const order = [];
    for (let count = 0; count < 8; count += 1) {
      await page.keyboard.press("Tab");
      order.push(await focused());
    }
    assert.deepEqual(order, [null, "example", "file", "format", "convert", "share", "theme", "Source"]);
    await page.keyboard.press("Control+.");
    await waitFor(page, "#problems-count", "No problems");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "Source");
    await page.keyboard.press("Control+z");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.equal(await focused(), "tab-evaluate");
    await page.keyboard.press("ArrowRight");
    assert.equal(await focused(), "tab-plan");
    await waitFor(page, "#planned", "Changes to outputs");
    await page.keyboard.press("Tab");
    await page.keyboard.type('region = "us"');
    await waitFor(page, "#planned", '"US"');
  });

  inPage("every_control_has_a_name", { file: "config.hcl", text: "a = 1\n" }, async (page) => {
    await waitFor(page, "#problems-count", "No problems");
    const outline = await page.locator("body").ariaSnapshot();
    const named = outline.match(/\b(combobox|textbox|button|tablist|tab|tabpanel) "[^"]+"/g);
    assert.deepEqual(named, [
      'combobox "Example"', 'combobox "Language"', 'button "Format"', 'button "Convert to JSON"', 'button "Copy link"', 'combobox "Theme"',
      'textbox "Source"', 'tablist "Results"', 'tab "Evaluate"', 'tab "Plan"', 'tab "Syntax tree"', 'tab "Object"', 'tab "Help"',
      'textbox "Variables"', 'tabpanel "Evaluate"', 'textbox "Expression"',
    ]);
    assert.equal(outline.match(/\b(combobox|textbox|button|tablist|tab|tabpanel)(?= |:)/g)?.length, named.length);
  });

  inPage("many_problems_are_counted_and_cut", { file: "main.tf", text: 'variable "x" {}\n'.repeat(500) }, async (page) => {
    await waitFor(page, "#problems-count", "499 problems, of which 200 are shown");
    assert.equal(await page.locator("#problems li").count(), 200);
  });

  inPage("too_long_a_text_is_refused", { file: "config.hcl", text: "a = 1\n" }, async (page) => {
    await page.evaluate(() => {
      const data = new DataTransfer();
      data.setData("text/plain", "x".repeat(100_000_000));
      document.querySelector(".cm-content")?.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await waitFor(page, "#status", "a source has at most 1,000,000 characters, and this has 100,000,000.");
    assert.equal(await textOf(page), "a = 1\n");
    await waitFor(page, "#problems-count", "No problems");
  });

  inPage("half_of_a_character_is_a_problem_with_its_place", {}, async (page) => {
    const state = { file: "config.hcl", text: 'a = 1\nb = "\ud800"\n', variables: "", expression: "", tab: "evaluate" };
    await page.goto(`${server.address}#${await encodeState(state)}`);
    await waitFor(page, "#problems li", "Line 2: Unpaired surrogate");
    await page.getByRole("button", { name: "Line 2: Unpaired surrogate" }).click();
    await page.keyboard.type("c");
    await waitFor(page, "#problems-count", "No problems");
    await waitFor(page, "#evaluated", 'b = "c"');
  });

  test("a_worker_that_cannot_start_says_so", async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    await page.route("**/hcl2.wasm", (route) => route.abort());
    await page.goto(addressOf(server.address, { file: "config.hcl", text: "a = 1\n" }));
    await waitFor(page, "#status", "The worker cannot start: ");
    assert.equal(await textOf(page), "a = 1\n");
    await context.close();
  });

  test("a_worker_that_hangs_is_replaced", async () => {
    const context = await browser.newContext({ serviceWorkers: "block" });
    const page = await context.newPage();
    const hang = 'addEventListener("message", ({ data }) => { while (data.given.text.includes("HANG")); });\n';
    await page.route("**/worker.js", async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: hang + (await response.text()) });
    });
    await page.goto(addressOf(server.address, { file: "config.hcl", text: "a = HANG\n", expression: "1 + 1" }));
    await page.locator(".cm-content").click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type("# typing does not wait");
    assert.match(await textOf(page), /typing does not wait/);
    await waitFor(page, "#status", "The worker was stopped and restarted: it did not answer within 10 seconds.");
    await page.keyboard.press("Control+a");
    await page.keyboard.type("a = [1");
    await waitFor(page, "#problems-count", "No problems");
    await page.keyboard.press("Backspace");
    await waitFor(page, "#problems-count", "problem");
    await context.close();
  });
});
