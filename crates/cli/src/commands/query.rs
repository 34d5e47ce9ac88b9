//! `hcl2 query`: prints what an address selects.

use std::fmt::Write;
use std::path::PathBuf;

use hcl2::Syntax;
use hcl2::decode::JsonOptions;
use hcl2::diagnostics::{Diagnostics, Outcome, codes};
use hcl2::edit::{Editor, Selection};
use hcl2::model::{EvalContext, Expression};
use hcl2::native::NativeExpression;
use hcl2::native::tree::Node;

use super::budget::{BudgetArguments, Limiter};
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
    #[command(flatten)]
    budget: BudgetArguments,
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
    let limiter = arguments.budget.start();
    let results = parallel::map("reading", &files, |(source, _)| {
        let parsed = hcl2::native::parse_file(source);
        let mut diagnostics = parsed.diagnostics;
        let lines = Editor::from_file(&parsed.value).map(|document| {
            let mut constants = Constants::new(&document, limiter);
            let found = document.select(&address);
            let lines: String = found
                .iter()
                .map(|selection| line(arguments, &mut constants, source.name(), selection))
                .collect();
            diagnostics.append(constants.diagnostics);
            lines
        });
        (lines.unwrap_or_default(), diagnostics)
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

fn line(arguments: &Arguments, constants: &mut Constants<'_>, file: &str, selection: &Selection) -> String {
    let (document, node) = (constants.document, selection.node);
    let source = document.source_of(node);
    if arguments.raw {
        let text = constants.text(node, true);
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
    if let Some(value) = constants.text(node, false) {
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

/// The constant expressions of a document.
struct Constants<'d> {
    document: &'d Editor,
    limiter: Limiter,
    /// A context with a budget and nothing else.
    context: EvalContext<'static>,
    /// The limits that expressions exceed.
    diagnostics: Diagnostics,
}

impl<'d> Constants<'d> {
    fn new(document: &'d Editor, limiter: Limiter) -> Self {
        let mut context = EvalContext::new();
        context.set_budget(limiter.budget());
        Self {
            document,
            limiter,
            context,
            diagnostics: Diagnostics::new(),
        }
    }

    /// Returns the value of a constant expression as JSON; if it is `raw`, a string without quotes.
    fn text(&mut self, node: Node, raw: bool) -> Option<String> {
        let expression = self.document.value_of(node)?;
        let expression = NativeExpression::new(self.document.file().clone(), expression);
        let Outcome {
            value,
            mut diagnostics,
        } = expression.evaluate(Some(&self.context));
        if !diagnostics.is_empty() {
            diagnostics.retain(|problem| problem.code == codes::expr::LIMIT_EXCEEDED);
            self.diagnostics.append(diagnostics);
            return None;
        }
        match value.as_str().filter(|_| raw) {
            Some(text) => Some(text.to_owned()),
            None if !value.is_wholly_known() => None,
            None => match self.limiter.json(&value, AS_IT_IS, expression.span()) {
                Ok(text) => Some(text),
                Err(problem) => {
                    self.diagnostics.extend(
                        [*problem]
                            .into_iter()
                            .filter(|problem| problem.code == codes::expr::LIMIT_EXCEEDED),
                    );
                    None
                }
            },
        }
    }
}
