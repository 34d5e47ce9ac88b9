//! `hcl2 query`: prints what an address selects.

use std::fmt::Write;
use std::path::PathBuf;

use hcl2::Syntax;
use hcl2::decode::{JsonOptions, to_json};
use hcl2::diagnostics::Outcome;
use hcl2::edit::{Editor, Selection};
use hcl2::native::NativeExpression;
use hcl2::native::tree::Node;
use hcl2::value::Value;

use crate::files::Input;
use crate::output::{Failure, Output, json_range, verdict, write_data, write_error, write_json};
use crate::parallel;

#[derive(clap::Args)]
#[command(
    after_help = "An address is a path of attribute names, block types, labels, keys and indices, from the outside in.\n  \
                  region                          an attribute\n  resource.aws_instance.web.tags  an attribute of a block with two labels\n  \
                  'ingress[0].cidr_blocks[1]'     an index from 0\n  'resource.*.*.tags.Name'        any name\n  \
                  '**.tags'                       any number of names\n  \
                  'resource.aws_*[tags.env == \"prod\"]'   what meets a condition\n  \
                  'a[\"b c\"]'                      a name that is not an identifier\n\nEach result is a line of JSON: file, address, kind, \
                  range (lines and columns from 1, bytes from 0), source, and value if it is constant. Exit status 1 \
                  means that nothing was found."
)]
pub(crate) struct Arguments {
    /// The address to look for, such as 'resource.aws_instance.*.tags'.
    address: String,
    /// Files in native syntax, directories to search for them, or `-` for standard input.
    #[arg(required = true, value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// Print values only, one a line: strings without quotes, other constants as JSON, other expressions as source.
    #[arg(long, short)]
    raw: bool,
}

/// Values without types, with null attributes.
const AS_IT_IS: JsonOptions = JsonOptions {
    with_type: false,
    keep_nulls: true,
};

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let address = super::address(&arguments.address)?;
    let input = Input::read(&arguments.paths, None)?;
    let files: Vec<_> = input
        .files
        .iter()
        .filter(|(_, syntax)| *syntax == Syntax::Native)
        .collect();
    let results = parallel::map("reading", &files, |(source, _)| {
        let parsed = hcl2::native::parse_file(source);
        let lines = Editor::from_file(&parsed.value).map(|document| {
            let found = document.select(&address);
            found
                .iter()
                .map(|selection| line(arguments, &document, source.name(), selection))
                .collect::<String>()
        });
        (lines.unwrap_or_default(), parsed.diagnostics)
    });
    let mut diagnostics = input.diagnostics;
    let mut text = String::new();
    for (lines, problems) in results {
        text.push_str(&lines);
        diagnostics.append(problems);
    }
    output.show(&diagnostics, &input.sources);
    if arguments.raw {
        write_data(&text)?;
    } else {
        write_json(&text)?;
    }
    verdict(&diagnostics)?;
    if text.is_empty() {
        write_error(&format!("nothing is at {address}\n"));
        return Err(Failure::Input);
    }
    Ok(())
}

fn line(arguments: &Arguments, document: &Editor, file: &str, selection: &Selection) -> String {
    let node = selection.node;
    let source = document.source_of(node);
    let value = constant(document, node);
    if arguments.raw {
        let text = value.as_ref().and_then(|value| match value.as_str() {
            Some(text) => Some(text.to_owned()),
            None => to_json(value, AS_IT_IS).ok(),
        });
        return text.unwrap_or_else(|| source.to_owned()) + "\n";
    }
    let range = document.file().node_range(node);
    let mut line = serde_json::json!({
        "file": file,
        "address": selection.address.to_string(),
        "kind": kind(node),
        "range": json_range(document.file().source(), range.start, range.end),
        "source": source,
    })
    .to_string();
    if let Some(value) = value.and_then(|value| to_json(&value, AS_IT_IS).ok()) {
        line.pop();
        let _ = write!(line, ",\"value\":{value}}}");
    }
    line + "\n"
}

fn kind(node: Node) -> &'static str {
    match node {
        Node::Body(_) => "body",
        Node::Attribute(_) => "attribute",
        Node::Block(_) => "block",
        Node::ObjectItem(_) => "item",
        Node::Part(_) => "part",
        _ => "expression",
    }
}

/// Returns the value of a constant expression.
fn constant(document: &Editor, node: Node) -> Option<Value> {
    use hcl2::model::Expression;
    let value = document.value_of(node)?;
    let Outcome { value, diagnostics } = NativeExpression::new(document.file().clone(), value).evaluate(None);
    (diagnostics.is_empty() && value.is_wholly_known()).then_some(value)
}
