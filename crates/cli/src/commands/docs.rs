//! `hcl2 docs`: the documentation of a Terraform module in Markdown.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use hcl2::LoadedModule;
use hcl2::decode::{JsonOptions, value_to_json};
use hcl2::diagnostics::Source;
use hcl2::terraform::{Module, Variable};

use super::expect_directory;
use super::module::LanguageArguments;
use crate::files::Input;
use crate::output::{Failure, Output, verdict, write_data, write_text};
use crate::replace::write_result;

/// The lines between which the documentation stands in a file.
const MARKERS: [&str; 2] = ["<!-- BEGIN_TF_DOCS -->", "<!-- END_TF_DOCS -->"];

#[derive(clap::Args)]
#[command(
    after_help = "In a file, the documentation stands between the lines `<!-- BEGIN_TF_DOCS -->` and `<!-- END_TF_DOCS -->`, \
                  as that of terraform-docs does.\n\nExamples:\n  hcl2 docs infra/\n  hcl2 docs infra/ --write infra/README.md\n  \
                  hcl2 docs infra/ --write infra/README.md --check"
)]
pub(crate) struct Arguments {
    /// The directory of the module.
    #[arg(value_name = "DIR", default_value = ".")]
    directory: PathBuf,
    /// Write the documentation into this file, between its markers or at its end.
    #[arg(long, value_name = "FILE")]
    write: Option<PathBuf>,
    /// Change nothing; exit with 1 if the file would change.
    #[arg(long, requires = "write")]
    check: bool,
    #[command(flatten)]
    language: LanguageArguments,
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    expect_directory(&arguments.directory)?;
    let loader = arguments.language.of(&arguments.directory, output)?.loader();
    let LoadedModule {
        tree,
        sources,
        diagnostics,
    } = loader.load_partial(&arguments.directory);
    output.show(&diagnostics, &sources);
    verdict(&diagnostics)?;
    let text = markdown(&tree.module);
    match &arguments.write {
        None => write_data(&text),
        Some(path) => deliver(arguments, path, &text, output),
    }
}

/// Writes the documentation into a file, or checks that it is there.
fn deliver(arguments: &Arguments, path: &Path, text: &str, output: &Output) -> Result<(), Failure> {
    let before = read(path, output)?;
    let after = placed(&before, text)
        .map_err(|problem| Failure::Message(format!("the file {} has {problem}", path.display())))?;
    if before == after {
        return Ok(());
    }
    write_text(&format!("{}\n", path.display()))?;
    if arguments.check {
        return Err(Failure::Input);
    }
    write_result(path, &after)
}

/// Returns the text of a file, which is empty if there is none.
fn read(path: &Path, output: &Output) -> Result<String, Failure> {
    if !path.exists() {
        return Ok(String::new());
    }
    let input = Input::read(&[path.to_owned()], None)?;
    output.show(&input.diagnostics, &input.sources);
    verdict(&input.diagnostics)?;
    let text = input.files.first().and_then(|(source, _)| Source::text(source));
    text.map(str::to_owned)
        .ok_or_else(|| Failure::Message(format!("the file {} is not UTF-8", path.display())))
}

/// Returns the content of a file with the documentation between its markers, or at its end.
fn placed(text: &str, documentation: &str) -> Result<String, &'static str> {
    let [begin, end] = MARKERS;
    let section = format!("{begin}\n{documentation}{end}");
    // A cell of the documentation may hold a marker, too, but no cell is a line.
    let line = |marker: &str| {
        let found = text.match_indices(marker).find(|(at, _)| {
            let before = text[..*at].rsplit('\n').next().unwrap_or_default();
            let after = text[at + marker.len()..].lines().next().unwrap_or_default();
            before.trim().is_empty() && after.trim().is_empty()
        });
        found.map(|(at, _)| at)
    };
    match (line(begin), line(end)) {
        (None, None) if text.is_empty() => Ok(section + "\n"),
        (None, None) => Ok(format!("{}\n\n{section}\n", text.trim_end())),
        (Some(start), Some(stop)) if start < stop => {
            Ok([&text[..start], &section, &text[stop + end.len()..]].concat())
        }
        _ => Err("one of the markers `<!-- BEGIN_TF_DOCS -->` and `<!-- END_TF_DOCS -->` without the other"),
    }
}

/// Returns the documentation of a module.
fn markdown(module: &Module) -> String {
    let mut text = String::new();
    let mut section = |title: &str, head: &[&str], mut rows: Vec<Vec<String>>| {
        if rows.is_empty() {
            return;
        }
        rows.sort();
        let line = |cells: &[String]| format!("| {} |\n", cells.join(" | "));
        let head: Vec<String> = head.iter().map(|cell| (*cell).to_owned()).collect();
        let rule = vec!["---".to_owned(); head.len()];
        let space = if text.is_empty() { "" } else { "\n" };
        text += &format!("{space}## {title}\n\n{}{}", line(&head), line(&rule));
        text.extend(rows.iter().map(|cells| line(cells)));
    };
    let optional = |text: &Option<String>| text.as_deref().map_or_else(|| "n/a".to_owned(), plain);
    let terraform = module.required_versions.join(", ");
    let terraform =
        (!terraform.is_empty()).then(|| vec!["terraform".to_owned(), "n/a".to_owned(), plain(&terraform)]);
    let required = module.requirements.iter().map(|required| {
        vec![
            plain(&required.name),
            optional(&required.source),
            optional(&required.version),
        ]
    });
    section(
        "Requirements",
        &["Name", "Source", "Version"],
        terraform.into_iter().chain(required).collect(),
    );
    let calls = module
        .calls
        .iter()
        .map(|call| vec![plain(&call.name), optional(&call.source), optional(&call.version)]);
    section("Modules", &["Name", "Source", "Version"], calls.collect());
    let resources = module.resources().iter().map(|resource| {
        vec![
            plain(&format!("{}.{}", resource.ty, resource.name)),
            resource.kind.block_type().to_owned(),
        ]
    });
    section("Resources", &["Name", "Kind"], resources.collect());
    let inputs = module.variables.iter().map(input);
    section(
        "Inputs",
        &["Name", "Description", "Type", "Default", "Required"],
        inputs.collect(),
    );
    let outputs = module.outputs.iter().map(|output| {
        let sensitive = if output.sensitive { "yes" } else { "no" };
        vec![
            plain(&output.name),
            described(output.description.as_ref()),
            sensitive.to_owned(),
        ]
    });
    section(
        "Outputs",
        &["Name", "Description", "Sensitive"],
        outputs.collect(),
    );
    text
}

fn input(variable: &Variable) -> Vec<String> {
    let options = JsonOptions {
        keep_nulls: true,
        ..JsonOptions::default()
    };
    let default = variable.default.as_ref();
    let shown = match default {
        None => "n/a".to_owned(),
        Some(_) if variable.is_secret() => "(sensitive)".to_owned(),
        Some(default) => {
            value_to_json(default, options).map_or_else(|_| "n/a".to_owned(), |json| code(&as_written(&json)))
        }
    };
    vec![
        plain(&variable.name),
        described(variable.description.as_ref()),
        code(&variable.type_expression()),
        shown,
        if default.is_none() { "yes" } else { "no" }.to_owned(),
    ]
}

fn described(description: Option<&String>) -> String {
    description.map_or_else(|| "n/a".to_owned(), |text| plain(text.trim()))
}

/// Returns text for the cell of a table, with its code spans as they are.
fn plain(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    let mut rest = text;
    // The lengths of fences that are known to close nothing in the rest.
    let mut unclosed = HashSet::new();
    while let Some(character) = rest.chars().next() {
        if character == '`' {
            let fence = &rest[..rest.len() - rest.trim_start_matches('`').len()];
            let span = match unclosed.contains(&fence.len()) {
                true => None,
                false => code_span(rest, fence.len()),
            };
            match span {
                Some(span) => cell.push_str(&span.replace('\n', " ").replace('|', "\\|")),
                None => {
                    unclosed.insert(fence.len());
                    cell.push_str(&fence.replace('`', "\\`"));
                }
            }
            rest = &rest[span.unwrap_or(fence).len()..];
            continue;
        }
        match character {
            '\n' => cell.push_str("<br/>"),
            '|' | '\\' | '_' | '*' => cell.extend(['\\', character]),
            '<' => cell.push_str("&lt;"),
            _ => cell.push(character),
        }
        rest = &rest[character.len_utf8()..];
    }
    cell
}

/// Returns the code span at the start of a description, between fences of `length` backquotes, if it is closed.
fn code_span(text: &str, length: usize) -> Option<&str> {
    let mut at = length;
    loop {
        at += text[at..].find('`')?;
        let fence = text[at..].len() - text[at..].trim_start_matches('`').len();
        at += fence;
        if fence == length {
            return Some(&text[..at]);
        }
    }
}

/// Returns JSON with `<`, `>` and `&` as they are, which Terraform escapes for HTML.
fn as_written(json: &str) -> String {
    let mut written = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        written.push_str(&rest[..at]);
        let escape = &rest[at..];
        let signs = [("\\u003c", '<'), ("\\u003e", '>'), ("\\u0026", '&')];
        let sign = signs.iter().find(|(escaped, _)| escape.starts_with(escaped));
        let length = match sign {
            Some((escaped, sign)) => {
                written.push(*sign);
                escaped.len()
            }
            // Two characters, such as `\\` or `\n`, or the start of another number.
            None => {
                let length = escape.len().min(2);
                written.push_str(&escape[..length]);
                length
            }
        };
        rest = &escape[length..];
    }
    written + rest
}

/// Returns code for the cell of a table, between as many backquotes as it needs.
fn code(text: &str) -> String {
    let longest = text
        .split(|character| character != '`')
        .map(str::len)
        .max()
        .unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let space = if longest > 0 { " " } else { "" };
    let text = text.replace('\n', " ").replace('|', "\\|");
    format!("{fence}{space}{text}{space}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_hold_any_text() {
        assert_eq!(plain("a|b\n<c>_*`"), "a\\|b<br/>&lt;c>\\_\\*\\`");
        assert_eq!(plain("`a_b > <c>` > *"), "`a_b > <c>` > \\*");
        assert_eq!(plain("``a`|b`` `x"), "``a`\\|b`` \\`x");
        assert_eq!(plain("`a ``b` `"), "`a ``b` \\`");
        assert_eq!(code("[\"a|b\"]"), "`[\"a\\|b\"]`");
        assert_eq!(code("``x`"), "``` ``x` ```");
    }

    #[test]
    fn signs_that_html_escapes_are_as_written() {
        assert_eq!(
            as_written(r#""a \u003e b \u0026 c \u003c d\n""#),
            r#""a > b & c < d\n""#
        );
        // An escaped backslash before such a number.
        assert_eq!(as_written(r#""\\u003e\u00e9""#), r#""\\u003e\u00e9""#);
    }

    #[test]
    fn the_documentation_replaces_what_is_between_the_markers() {
        let [begin, end] = MARKERS;
        let whole = |inner: &str| format!("# M\n\n{begin}\n{inner}{end}\nrest\n");
        assert_eq!(placed(&whole("old\n"), "new\n"), Ok(whole("new\n")));
        assert_eq!(
            placed("# M\n\n\n", "new\n"),
            Ok(format!("# M\n\n{begin}\nnew\n{end}\n"))
        );
        assert_eq!(placed("", "new\n"), Ok(format!("{begin}\nnew\n{end}\n")));
        // A marker in a row is text.
        let row = format!("| `{end}` |\n");
        assert_eq!(placed(&whole(&row), &row), Ok(whole(&row)));
        for broken in [begin, end, &format!("{end}\n{begin}")] {
            assert!(placed(broken, "new\n").is_err(), "{broken}");
        }
    }
}
