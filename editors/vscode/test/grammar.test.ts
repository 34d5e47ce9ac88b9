import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { before, test } from "node:test";

import { OnigScanner, OnigString, loadWASM } from "vscode-oniguruma";
import { type IGrammar, INITIAL, Registry, parseRawGrammar } from "vscode-textmate";

const root = process.cwd();
let grammar: IGrammar;

before(async () => {
  const wasm = createRequire(join(root, "package.json")).resolve("vscode-oniguruma/release/onig.wasm");
  await loadWASM(readFileSync(wasm).buffer as ArrayBuffer);
  const registry = new Registry({
    onigLib: Promise.resolve({
      createOnigScanner: (sources) => new OnigScanner(sources),
      createOnigString: (text) => new OnigString(text),
    }),
    loadGrammar: async () => {
      const path = join(root, "syntaxes/hcl.tmLanguage.json");
      return parseRawGrammar(readFileSync(path, "utf8"), path);
    },
  });
  grammar = (await registry.loadGrammar("source.hcl"))!;
});

/** Returns the texts with a scope, in order. */
function scoped(text: string, scope: string): string[] {
  const found: string[] = [];
  let stack = INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    for (const token of tokens) {
      if (token.scopes.some((name) => name.startsWith(scope))) {
        found.push(line.slice(token.startIndex, token.endIndex).trim());
      }
    }
  }
  return found.filter((text) => text !== "");
}

const TEXT = `# About.
resource "aws_instance" "web" {
  count = var.is_on ? 1 : 0 // one
  tags  = { Name = "a-\${var.name}-$\${b}\\n", for = true }
  dynamic "disk" {
    for_each = [for d in local.disks : upper(d.name) if d.size >= 1.5e3]
    content {
      text = <<-EOT
        %{ if var.x ~}yes %{ else }no%{ endif }
      EOT
    }
  }
}
/* the
end */ last = null
`;

test("every part of the language has its scope", () => {
  assert.deepEqual(scoped(TEXT, "entity.name.type"), ["resource", "dynamic", "content"]);
  assert.deepEqual(scoped(TEXT, "string.quoted.double.label"), ['"aws_instance" "web"', '"disk"']);
  assert.deepEqual(scoped(TEXT, "variable.other.property"), ["count", "tags", "Name", "for", "for_each", "text"]);
  assert.deepEqual(scoped(TEXT, "keyword.control"), ["for", "in", "if", "if", "else", "endif"]);
  assert.deepEqual(scoped(TEXT, "entity.name.function"), ["upper"]);
  assert.deepEqual(scoped(TEXT, "constant.numeric"), ["1", "0", "1.5e3"]);
  assert.deepEqual(scoped(TEXT, "constant.language"), ["true", "null"]);
  assert.deepEqual(scoped(TEXT, "constant.character.escape"), ["$${", "\\n"]);
  assert.deepEqual(scoped(TEXT, "comment"), ["# About.", "// one", "/*", "the", "end", "*/"]);
  assert.deepEqual(scoped(TEXT, "string.unquoted.heredoc").at(0), "<<-EOT");
  assert.deepEqual(scoped(TEXT, "keyword.operator.heredoc"), ["<<-EOT", "EOT"]);
});

test("what follows a string or a heredoc that is not closed is not lost", () => {
  assert.deepEqual(scoped('a = "x\nb = 1\n', "variable.other.property"), ["a", "b"]);
});
