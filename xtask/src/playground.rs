//! The playground: a page that checks, evaluates and plans configuration in the browser.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::run;
use crate::files::root;

/// Where the page is in the site, and what a link starts with.
const PAGE: &str = "playground/index.html";
/// What is in examples that do not run in the page: the names of files, and a block of the first version of HCL.
const NOT_RUNNABLE: [&str; 4] = ["\"greeting.", "\"secret.", "\"~/", "provider_installation"];
/// The types of blocks by which a module is recognised.
const MODULE_BLOCKS: [&str; 8] = [
    "data",
    "locals",
    "module",
    "output",
    "provider",
    "resource",
    "terraform",
    "variable",
];

/// Builds the page into target/book/html/playground and runs its tests, or says what is missing.
pub(crate) fn run_playground() -> Result<(), String> {
    if !has_npm() {
        println!("skipped: there is no Node.js with npm");
        return Ok(());
    }
    if !has_package() && crate::js::built(true)?.is_none() {
        return Ok(());
    }
    let page = root().join("target/book/html/playground");
    build(&page)?;
    run(npm(&["test"]).env("HCL2_PLAYGROUND", page))
}

/// Returns whether the site can have the page: if there is npm, and the npm package is built.
pub(crate) fn is_available() -> bool {
    has_npm() && has_package()
}

/// Builds the page into a directory.
pub(crate) fn build(directory: &Path) -> Result<(), String> {
    run(&mut npm(&["ci", "--no-audit", "--no-fund"]))?;
    run(npm(&["run", "build", "--"]).arg(directory))
}

fn has_npm() -> bool {
    Command::new("npm").arg("--version").output().is_ok()
}

fn has_package() -> bool {
    let made = root().join("bindings/js/dist");
    ["web.js", "full/hcl2_bg.wasm"]
        .iter()
        .all(|file| made.join(file).exists())
}

/// Returns npm in the folder of the page.
fn npm(arguments: &[&str]) -> Command {
    let folder: PathBuf = root().join("bindings/playground");
    let mut command = Command::new("npm");
    command.arg("--loglevel=error").args(arguments);
    command.current_dir(folder);
    command
}

/// A block of code in a page.
struct CodeBlock<'p> {
    /// The line that ends it.
    fence: &'p str,
    indentation: &'p str,
    is_example: bool,
    code: String,
}

/// Returns a page with a link below each example in HCL, which opens it in the playground.
pub(crate) fn with_links(text: &str) -> String {
    let mut result = String::new();
    let mut section = "";
    let mut open: Option<CodeBlock<'_>> = None;
    for line in text.split_inclusive('\n') {
        result.push_str(line);
        let content = line.trim();
        if let Some(block) = &mut open {
            if content != block.fence {
                block
                    .code
                    .push_str(line.strip_prefix(block.indentation).unwrap_or(line));
                continue;
            }
            if block.is_example && !NOT_RUNNABLE.iter().any(|part| block.code.contains(part)) {
                let address = address(&block.code, section);
                result.push_str(&format!(
                    "\n{}[Open in the playground]({address})\n",
                    block.indentation
                ));
            }
            open = None;
            continue;
        }
        let language = content.trim_start_matches('`');
        let fence = &content[..content.len() - language.len()];
        if fence.len() >= 3 {
            open = Some(CodeBlock {
                fence,
                indentation: &line[..line.len() - line.trim_start().len()],
                is_example: matches!(language, "hcl" | "terraform"),
                code: String::new(),
            });
        } else if let Some(title) = line.strip_prefix("## ") {
            section = title;
        }
    }
    result
}

/// Returns the address of an example; the title of its section says whose functions it calls.
fn address(code: &str, section: &str) -> String {
    let (file, part, tab) = match body_starts_with(code) {
        Some(name) if MODULE_BLOCKS.contains(&name) => ("main.tf", "text", "plan"),
        Some(_) => ("config.hcl", "text", "tree"),
        None if section.contains("OpenTofu") => ("main.tofu", "expression", "evaluate"),
        None if section.contains("Terraform") => ("main.tf", "expression", "evaluate"),
        None => ("config.hcl", "expression", "evaluate"),
    };
    let code = match part {
        "expression" => code.trim_end(),
        _ => code,
    };
    format!("{PAGE}#file={file}&tab={tab}&{part}={}", escaped(code))
}

/// Returns the first name of a body, or `None` if the code is an expression.
fn body_starts_with(code: &str) -> Option<&str> {
    let mut lines = code.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let end = first.find(|letter: char| !letter.is_alphanumeric() && letter != '_' && letter != '-')?;
    let (name, rest) = first.split_at(end);
    let rest = rest.trim_start();
    let is_body = rest.starts_with(['"', '{']) || (rest.starts_with('=') && !rest.starts_with("=="));
    (is_body && !name.is_empty()).then_some(name)
}

/// Returns a string as a part of an address. Everything but letters and digits is escaped, so that Markdown keeps it.
fn escaped(text: &str) -> String {
    let mut result = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' => result.push(byte.into()),
            _ => result.push_str(&format!("%{byte:02X}")),
        }
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_example_in_hcl_has_a_link() {
        let text = "# Page\n\n```hcl\na = 1\n```\n\nText.\n\n- Item:\n\n  ```terraform\n  variable \"x\" {}\n  ```\n";
        let linked = "# Page\n\n```hcl\na = 1\n```\n\n\
            [Open in the playground](playground/index.html#file=config.hcl&tab=tree&text=a%20%3D%201%0A)\n\n\
            Text.\n\n- Item:\n\n  ```terraform\n  variable \"x\" {}\n  ```\n\n  \
            [Open in the playground](playground/index.html#file=main.tf&tab=plan&text=variable%20%22x%22%20%7B%7D%0A)\n";
        assert_eq!(with_links(text), linked);
    }

    #[test]
    fn an_expression_has_the_functions_of_its_section() {
        let example = "```hcl\nf(1) # 2\n```\n";
        let link = |section: &str| with_links(&format!("## {section}\n{example}"));
        assert!(
            link("Standard functions")
                .contains("#file=config.hcl&tab=evaluate&expression=f%281%29%20%23%202)")
        );
        assert!(link("Functions of Terraform").contains("#file=main.tf&tab=evaluate&expression="));
        assert!(link("Functions of OpenTofu").contains("#file=main.tofu&tab=evaluate&expression="));
    }

    #[test]
    fn other_code_and_examples_that_read_files_have_no_link() {
        let text =
            "```sh\nls\n```\n````text\n```hcl\na = 1\n```\n````\n```hcl\nfile(\"greeting.txt\")\n```\n";
        assert_eq!(with_links(text), text);
    }

    #[test]
    fn the_first_name_of_a_body_is_found_below_comments() {
        assert_eq!(body_starts_with("# One.\n\nlocals {\n"), Some("locals"));
        assert_eq!(body_starts_with("resource \"a\" \"b\" {\n"), Some("resource"));
        assert_eq!(body_starts_with("a == 1"), None);
        assert_eq!(body_starts_with("upper(\"a\")"), None);
        assert_eq!(body_starts_with("\"a\""), None);
    }
}
