//! `hcl2 tables`: writes what modules contain as tables.

mod export;
mod manifest;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2::ModuleLoader;
use hcl2::diagnostics::SourceMap;
use hcl2::functions::NoHost;
use hcl2::tables::{Format, Selection, Table, Tree};
use hcl2::terraform::{ProviderSchemas, versioned_functions};

use super::answers::AnswerArguments;
use super::read_json;
use crate::output::{Failure, Output, write_error};
use crate::replace::OutputDirectory;

#[derive(clap::Args)]
#[command(
    after_help = "Each table is a directory of files below that of --out. A second run reads only the parts of the tree that \
                  changed.\n\nExamples:\n  hcl2 tables infra/ --out tables/\n  hcl2 tables repositories/ --table resources \
                  --table modules --to csv --out tables/\n  duckdb -c \"SELECT type, count(*) FROM 'tables/resources/*.parquet' \
                  GROUP BY type\""
)]
pub(crate) struct Arguments {
    /// A table to write, all but `instances` by default; repeat for several.
    #[arg(long = "table", value_name = "TABLE", value_parser = table)]
    tables: Vec<Table>,
    /// The format of the files.
    #[arg(long = "to", value_enum, value_name = "FORMAT", default_value_t = To::Parquet)]
    to: To,
    /// The directory to write the tables to; it is created if it does not exist.
    #[arg(long, value_name = "DIR")]
    out: PathBuf,
    /// Write the rows of each repository to a directory of its own, such as `repository=shop`.
    #[arg(long, value_enum, value_name = "COLUMN")]
    partition_by: Option<PartitionBy>,
    /// The schemas of providers for `instances`, as printed by `terraform providers schema -json`.
    #[arg(long, value_name = "FILE")]
    schema: Option<PathBuf>,
    // Only plans need them.
    #[command(flatten)]
    answers: AnswerArguments,
    /// Read modules in OpenTofu's language instead of Terraform's.
    #[arg(long)]
    opentofu: bool,
    /// The directories to search for modules.
    #[arg(value_name = "DIR", required = true)]
    directories: Vec<PathBuf>,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum To {
    Parquet,
    Arrow,
    Csv,
    Json,
}

impl To {
    fn format(self) -> Format {
        match self {
            Self::Parquet => Format::Parquet,
            Self::Arrow => Format::Arrow,
            Self::Csv => Format::Csv,
            Self::Json => Format::Json,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum PartitionBy {
    /// A directory for each repository.
    Repository,
}

fn table(name: &str) -> Result<Table, String> {
    name.parse()
        .map_err(|error: hcl2::tables::UnknownTable| error.to_string())
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let mut tables = arguments.tables.clone();
    if tables.is_empty() {
        tables.extend(Table::ALL.into_iter().filter(|table| !table.is_planned()));
    }
    tables.sort();
    tables.dedup();
    let schemas = read_json(arguments.schema.as_deref(), output, ProviderSchemas::from_json)?;
    let mut selection = Selection::of(tables.iter().copied());
    if let Some(schemas) = schemas {
        selection = selection.schemas(schemas);
    }
    let language = super::language(arguments.opentofu);
    let loader = ModuleLoader::new().language(language);
    let functions = versioned_functions(language, &(Arc::new(NoHost) as _));
    let given = arguments
        .answers
        .read(&loader, &functions, SourceMap::new(), output)?;
    selection = selection.answers(given.answers, given.data);
    let tree = Tree::walk(&arguments.directories, language);
    let tree = tree.map_err(|error| Failure::Message(error.to_string()))?;
    let output =
        OutputDirectory::create(&arguments.out).map_err(|error| unwritable(&arguments.out, &error))?;
    let summary = export::Export {
        out: &arguments.out,
        output: &output,
        format: arguments.to.format(),
        tables: &tables,
        selection: &selection,
        is_partitioned: arguments.partition_by == Some(PartitionBy::Repository),
        tree: &tree,
        directories: &arguments.directories,
    }
    .run()?;
    let (read, files) = (summary.files_read, tree.file_count());
    let out = arguments.out.display();
    write_error(&format!(
        "{} rows of {read} files are new in {out}, of {files} files\n",
        summary.rows
    ));
    Ok(())
}

/// Reports that a file or directory cannot be written.
fn unwritable(path: &Path, error: &std::io::Error) -> Failure {
    Failure::Message(format!("{} cannot be written: {error}", path.display()))
}
