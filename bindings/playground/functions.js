// Reads the reference of functions, docs/functions.md, for completion and hover.

/**
 * @typedef {object} FunctionDoc
 * @property {string} name
 * @property {string} signature
 * @property {string} text What it returns, with its parameters, as plain text.
 * @property {string} example An expression with its result.
 * @property {string[]} languages The languages that have it: `hcl`, `terraform`, `opentofu`.
 */

const LANGUAGES = ["hcl", "terraform", "opentofu"];

/**
 * Returns the functions of each section of the reference.
 * @param {string} reference
 * @returns {FunctionDoc[]}
 */
export function functionsOf(reference) {
  const sections = reference.split(/^## /m).slice(1);
  /** @type {FunctionDoc[]} */
  const found = [];
  sections.forEach((section, index) => {
    // OpenTofu has the functions of Terraform too.
    const languages = index === 0 ? ["hcl"] : LANGUAGES.slice(index);
    // A function that a language defines in its own way is not in this list.
    const list = /^These are the standard ones: .*/m.exec(section)?.[0] ?? "";
    for (const [, name] of list.matchAll(/\[`(\w+)`\]\(#/g)) {
      const shared = found.find((one) => one.name === name);
      shared?.languages.push(...languages.filter((one) => !shared.languages.includes(one)));
    }
    for (const part of section.split(/^### /m).slice(1)) {
      const [name, signature, ...paragraphs] = part.trim().split(/\n\n/);
      const example = /```hcl\n([^]*?)\n```/.exec(part)?.[1] ?? "";
      const text = paragraphs.filter((one) => !one.startsWith("```")).join("\n");
      found.push({ name, signature: signature.replaceAll("`", ""), text: text.replaceAll("`", ""), example, languages: [...languages] });
    }
  });
  return found;
}
