//! `hcl2 query`: prints what an address selects.

mod json;
mod native;
mod rows;

use std::path::{Path, PathBuf};

use hcl2::Syntax;
use hcl2::edit::Address;

use super::budget::BudgetArguments;
use super::edit::{Document, question};
use super::syntax::SyntaxName;
use crate::files::{Input, operands};
use crate::output::{Failure, Output, verdict, write_error};
use crate::parallel;
use rows::Row;

#[derive(clap::Args)]
#[command(
    after_help = "An address is a path of attribute names, block types, labels, keys and indices, from the outside in.\n  \
                  region                          an attribute\n  resource.aws_instance.web.tags  an attribute of a block with two labels\n  \
                  'ingress[0].cidr_blocks[1]'     an index from 0\n  'resource.*.*.tags.Name'        any name\n  \
                  '**.tags'                       any number of names\n  \
                  'resource.aws_*[tags.env == \"prod\"]'   what meets a condition\n  \
                  'a[\"b c\"]'                      a name that is not an identifier\n\nEach result is a line of JSON: file, address, kind, \
                  range (lines and columns from 1, bytes from 0), source, and value if it is constant. Exit status 1 \
                  means that nothing was found.\n\nExamples:\n  hcl2 query '**.tags' infra/\n  hcl2 query --format table \
                  'variable.*.default'\n  cat main.tf | hcl2 query --raw variable.region.default"
)]
pub(crate) struct Arguments {
    /// The address to look for, such as 'resource.aws_instance.*.tags'.
    address: String,
    /// Files, directories to search for configuration files, or `-` for standard input [default: standard input if it is a
    /// pipe or a file, otherwise the current directory].
    #[arg(value_name = "FILE|DIR")]
    paths: Vec<PathBuf>,
    /// How to print the results.
    #[arg(long, value_enum, default_value_t = Format::Lines, value_name = "FORMAT")]
    format: Format,
    /// Print values only, as `--format raw`.
    #[arg(long, short, conflicts_with = "format")]
    raw: bool,
    /// Print a JSON array, as `--format json`.
    #[arg(long, hide = true, conflicts_with_all = ["format", "raw"])]
    json: bool,
    /// Add the comments of attributes and blocks to JSON, without their markers.
    #[arg(long)]
    comments: bool,
    /// The syntax of all files [default: JSON for names that end in `.json`, native otherwise].
    #[arg(long, value_enum)]
    syntax: Option<SyntaxName>,
    #[command(flatten)]
    pub(crate) budget: BudgetArguments,
}

/// How results are printed.
#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum Format {
    /// One JSON object a line.
    Lines,
    /// A JSON array.
    Json,
    /// Values only, one a line: strings without quotes, other constants as JSON, other expressions as source.
    Raw,
    /// Aligned columns for people: place, address, value or first line.
    Table,
}

impl Arguments {
    fn format(&self) -> Format {
        match self {
            Self { raw: true, .. } => Format::Raw,
            Self { json: true, .. } => Format::Json,
            _ => self.format,
        }
    }
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let is_swapped = || arguments.paths.first().is_some_and(|path| !path.exists());
    if Path::new(&arguments.address).is_file() && is_swapped() {
        let message = "the address comes first: `hcl2 query ADDRESS FILE`";
        return Err(Failure::Message(message.to_owned()));
    }
    let address: Address = super::address(&arguments.address)?;
    let input = Input::read(&operands(&arguments.paths), arguments.syntax.map(Syntax::from))?;
    let limiter = arguments.budget.start();
    let results = parallel::map("reading", &input.files, |(source, syntax)| match syntax {
        Syntax::Native => native::select(source, &address, limiter, arguments.comments),
        Syntax::Json => json::select(source, &address, limiter),
    });
    let mut diagnostics = input.diagnostics;
    let mut rows: Vec<Row> = Vec::new();
    for (found, problems) in results {
        rows.extend(found);
        diagnostics.append(problems);
    }
    output.show(&diagnostics, &input.sources);
    rows::print(&rows, arguments.format())?;
    verdict(&diagnostics)?;
    if rows.is_empty() {
        let files = input.files.iter();
        let documents: Vec<Document> = files
            .filter_map(|(source, syntax)| Document::open(source, *syntax).ok())
            .collect();
        let question = question(&documents, &address);
        write_error(&format!("nothing is at {address}{question}\n"));
        return Err(Failure::Input);
    }
    Ok(())
}
