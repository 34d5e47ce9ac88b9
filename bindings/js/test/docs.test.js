// The examples of the page on JavaScript: a comment `// => value` says what the statement before it returns.

import assert from "node:assert/strict";
import fs from "node:fs";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const page = fs.readFileSync(new URL("../../../docs/javascript.md", import.meta.url), "utf8");
const examples = [...page.matchAll(/^```js\n([^]*?)^```$/gm)].map((match) => match[1]);
const here = fileURLToPath(new URL(".", import.meta.url));

test("the page has examples", () => {
  assert.ok(examples.length >= 7, `${examples.length}`);
});

for (const [index, example] of examples.entries()) {
  test(`example ${index + 1}: ${example.split("\n")[0]}`, async () => {
    let count = 0;
    const checked = example.replace(/^(\S.*?);? *\/\/ => (.*)$/gm, (_line, given, expected) => {
      count += 1;
      return `same((${given}), (${expected}));`;
    });
    assert.ok(count > 0, "the example shows no result");
    const file = `${here}docs-example-${index}.tmp.mjs`;
    fs.writeFileSync(file, `import { deepStrictEqual as same } from "node:assert/strict";\n${checked}`);
    try {
      await import(file);
    } finally {
      fs.rmSync(file);
    }
  });
}
