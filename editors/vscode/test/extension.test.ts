import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { before, test } from "node:test";

import { activate, deactivate } from "../src/extension";

// The stand-in for the editor: see vscode.js.
const editor = (globalThis as any).editor;
const program = process.env["HCL2"];
const directory = mkdtempSync(join(tmpdir(), "hcl2-"));
const main = join(directory, "main.tf");

before(async () => {
  writeFileSync(main, 'resource "terraform_data" "a" {\ninput = 1\n}\n');
  await activate({ subscriptions: [] } as any);
});

const command = (name: string) => editor.commands.get(`hcl2.${name}`)();

test("the server is started with its arguments, and again if they change", async () => {
  assert.equal(editor.servers.length, 1);
  assert.deepEqual(editor.servers[0].server, { command: "hcl2", args: ["lsp"] });
  assert.equal(editor.servers[0].runs, true);
  editor.settings = { serverArguments: ["--opentofu"] };
  editor.configured.fire({ affectsConfiguration: (name: string) => name === "hcl2.serverArguments" });
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(editor.servers[0].runs, false);
  assert.deepEqual(editor.servers[1].server.args, ["lsp", "--opentofu"]);
  editor.configured.fire({ affectsConfiguration: (name: string) => name === "hcl2.planArguments" });
  assert.equal(editor.servers.length, 2);
});

test("documents of every language reach the server", () => {
  const selector = editor.servers[0].options.documentSelector;
  const languages = selector.map((item: any) => item.language ?? item.pattern);
  assert.deepEqual(languages, [
    "terraform",
    "terraform-vars",
    "hcl",
    "**/*.tf.json",
    "**/*.tofu.json",
    "**/*.tfvars.json",
    "**/*.pkr.json",
  ]);
});

test("a program that is missing is said with the setting", async () => {
  editor.settings = { path: "none" };
  await command("restart");
  assert.match(editor.messages.pop(), /`none lsp` cannot be started: .* set hcl2.path/);
  editor.vscode.window.activeTextEditor = { document: { uri: editor.vscode.Uri.file(main) } };
  await command("check");
  assert.match(editor.messages.pop(), /^none cannot be run: .* The setting hcl2.path names it\.$/);
});

test("commands need a file", async () => {
  editor.vscode.window.activeTextEditor = undefined;
  await command("plan");
  assert.equal(editor.messages.pop(), "Open a file of the module first.");
});

test("plans, checks and layout are those of the program", { skip: program === undefined }, async () => {
  editor.settings = { path: program };
  editor.vscode.window.activeTextEditor = { document: { uri: editor.vscode.Uri.file(main) } };
  await command("plan");
  const { document, options } = editor.shown.pop();
  assert.match(document.text, /\+ terraform_data\.a[^]*Plan: 1 to add, 0 to change, 0 to destroy\./);
  assert.deepEqual(options, { viewColumn: -2, preserveFocus: true, preview: true });
  const changed: string[] = [];
  editor.provider.onDidChange((uri: any) => changed.push(uri.query));
  editor.saved.fire({ uri: editor.vscode.Uri.file(main) });
  editor.saved.fire({ uri: editor.vscode.Uri.file(join(directory, "README.md")) });
  assert.deepEqual(changed, [directory]);
  editor.closed.fire({ uri: document.uri });
  editor.saved.fire({ uri: editor.vscode.Uri.file(main) });
  assert.deepEqual(changed, [directory]);

  await command("check");
  assert.equal(editor.printed, "1 file checked: no problems\n");
  await command("fmt");
  assert.equal(editor.printed, "main.tf\n");
  assert.equal(readFileSync(main, "utf8"), 'resource "terraform_data" "a" {\n  input = 1\n}\n');
  await command("fmt");
  assert.equal(editor.printed, "Nothing changed.\n");
});

test("the server ends with the extension", async () => {
  editor.settings = {};
  await command("restart");
  const server = editor.servers.at(-1);
  await deactivate();
  assert.equal(server.runs, false);
});
