//! `hcl2 edit`: changes what an address selects.

mod json;
mod native;
mod near;

use std::path::{Path, PathBuf};

use clap::{Parser, Subcommand};
use hcl2::Syntax;
use hcl2::diagnostics::{Diagnostics, Source};
use hcl2::edit::JsonEditor;
use hcl2::edit::{Address, AddressStep, Batch, EditError, Editable, Fragment, Position};
use hcl2::native::edit::Editor;
use hcl2::project::{Disk, MAX_FILE_BYTES};
use hcl2::value::Value;

use super::fmt::unified;
use super::layout;
use super::project::{project_files, valid};
use super::syntax::SyntaxName;
use crate::files::{Input, announce, read_standard_input};
use crate::links::Named;
use crate::output::{Failure, Output, Page, verdict, write_data, write_text};
use crate::replace::Replacer;
pub(super) use near::question;

#[derive(clap::Args)]
#[command(
    after_help = "Addresses are those of `hcl2 query`. Values are expressions in native syntax; --string takes a plain string. \
                  Nothing else in the file changes, except that a file in the layout of `hcl2 fmt` stays in it, and an edit that would \
                  break the file is refused.\n\nExamples:\n  hcl2 edit app.hcl set \
                  service.web.port 8080\n  hcl2 edit app.hcl --write set --string service.web.name api\n  hcl2 edit app.hcl append \
                  service.web 'check \"http\" { every = 5 }'\n  hcl2 edit app.hcl append 'service.web.tags' '\"blue\"'\n  hcl2 edit app.hcl mv \
                  service.web service.api\n  hcl2 edit infra/ --diff refs var.region local.region\n  printf \'set a 1\\nrm b\\n\' | hcl2 edit app.hcl batch -"
)]
pub(crate) struct Arguments {
    /// A file, a directory to search for files with the address, or `-` for standard input.
    #[arg(value_name = "FILE|DIR")]
    path: PathBuf,
    /// Write the file and print its name instead of printing the text.
    #[arg(long, short, short_alias = 'i', global = true)]
    write: bool,
    /// Change nothing; print a unified diff of what would change.
    #[arg(long, short, global = true, conflicts_with_all = ["write", "in_place"])]
    diff: bool,
    /// The syntax of all files [default: JSON for names that end in `.json`, native otherwise].
    #[arg(long, value_enum, global = true)]
    syntax: Option<SyntaxName>,
    /// Write the file as `--write` does, but overwrite it instead of replacing it, which keeps its hard links.
    #[arg(long, global = true)]
    in_place: bool,
    #[command(subcommand)]
    edit: Edit,
}

#[derive(Clone, Subcommand)]
enum Edit {
    /// Set the value of an attribute, object item or element; add a missing attribute or object item.
    Set {
        /// The address of what to set.
        address: String,
        /// The new value.
        #[arg(allow_hyphen_values = true)]
        value: String,
        /// Take the value as a string, not as an expression.
        #[arg(long)]
        string: bool,
        /// Add the blocks of the address that are missing. A position ends the labels of a block, as in `a.label[0].b.c`.
        #[arg(long)]
        create: bool,
    },
    /// Insert an attribute or block before or after another one, or an element beside another one.
    Insert {
        /// The address of the item to insert before.
        #[arg(
            long,
            required_unless_present = "after",
            conflicts_with = "after",
            value_name = "ADDRESS"
        )]
        before: Option<String>,
        /// The address of the item to insert after.
        #[arg(long, value_name = "ADDRESS")]
        after: Option<String>,
        /// What to insert, in native syntax.
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Remove an item with its comments.
    Rm {
        /// The address of the item to remove.
        address: String,
    },
    /// Rename or move an attribute, block or object item.
    Mv {
        /// The current address.
        from: String,
        /// The new address, with the new labels of a block.
        to: String,
    },
    /// Append an attribute or block to a body, or an element to a list or call.
    Append {
        /// The address of a block, list or call; empty for the whole file.
        address: String,
        /// The text to append, in native syntax.
        #[arg(allow_hyphen_values = true)]
        value: String,
    },
    /// Sort the attributes of a body by name.
    Sort {
        /// The address of a block; empty for the whole file.
        address: String,
    },
    /// Change every reference to a variable, or to a part of it, into another reference.
    Refs {
        /// The reference to replace, such as 'var.region'.
        from: String,
        /// The new reference.
        to: String,
    },
    /// Make several edits, all or none of them: one a line, in the words of this command, such as `set a.b 1`.
    Batch {
        /// The file with the edits, in which a `#` starts a comment, or `-` for standard input.
        file: PathBuf,
    },
}

/// A line of a batch.
#[derive(Parser)]
#[command(no_binary_name = true)]
struct Line {
    #[command(subcommand)]
    edit: Edit,
}

/// Returns the edits to make, in their order.
fn edits(edit: &Edit) -> Result<Vec<Edit>, Failure> {
    let Edit::Batch { file } = edit else {
        return Ok(vec![edit.clone()]);
    };
    let text = if file.as_os_str() == "-" {
        String::from_utf8_lossy(&read_standard_input()?).into_owned()
    } else {
        let read = || -> std::io::Result<String> {
            let bytes = Disk.read_named(file, MAX_FILE_BYTES)?;
            String::from_utf8(bytes).map_err(|_| std::io::Error::other("it is not UTF-8"))
        };
        announce(file);
        read().map_err(|error| {
            Failure::Message(format!("the file {} cannot be read: {error}", file.display()))
        })?
    };
    let mut edits = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        let wrong = |problem: &str| Failure::Message(format!("line {number} of the edits: {problem}"));
        let words = shlex::split(line).ok_or_else(|| wrong("a quote is not closed"))?;
        if words.is_empty() {
            continue;
        }
        let line = Line::try_parse_from(words).map_err(|error| {
            let text = error.to_string();
            wrong(
                text.trim_start_matches("error: ")
                    .lines()
                    .next()
                    .unwrap_or_default(),
            )
        })?;
        if let Edit::Batch { .. } = line.edit {
            return Err(wrong("a batch cannot contain another one"));
        }
        edits.push(line.edit);
    }
    Ok(edits)
}

pub(crate) fn run(arguments: &Arguments, output: &Output) -> Result<(), Failure> {
    let input = Input::read(
        std::slice::from_ref(&arguments.path),
        arguments.syntax.map(Syntax::from),
    )?;
    let edits = edits(&arguments.edit)?;
    let is_directory = arguments.path.is_dir();
    let settings = project_files(std::slice::from_ref(&arguments.path), output)?;
    valid(
        &settings,
        input.paths.iter().flatten().map(PathBuf::as_path),
        output,
    )?;
    let mut unreadable = input.diagnostics.clone();
    let mut edited = Vec::new();
    let mut missing = None;
    for ((source, syntax), path) in input.files.iter().zip(&input.paths) {
        let mut editor = match Document::open(source, *syntax) {
            Ok(editor) => editor,
            Err(problems) => {
                unreadable.append(problems);
                continue;
            }
        };
        match editor.apply_all(&edits) {
            Ok(()) => {
                let text = editor.text().as_bytes().to_vec();
                let style = settings.of(path.as_deref().unwrap_or(Path::new("."))).style;
                edited.push((source, path, layout::kept(source, text, *syntax, style)));
            }
            Err(error @ EditError::NotFound { .. }) if is_directory => missing = Some(error),
            Err(error) => return Err(refused(source.name(), &error, &[editor])),
        }
    }
    output.show(&unreadable, &input.sources);
    verdict(&unreadable)?;
    if let (true, Some(error)) = (edited.is_empty(), missing) {
        let files = input.files.iter();
        let documents: Vec<Document> = files
            .filter_map(|(source, syntax)| Document::open(source, *syntax).ok())
            .collect();
        return Err(refused(&arguments.path.display().to_string(), &error, &documents));
    }
    let mut replacer = Replacer::new(arguments.in_place, Named::new([&arguments.path]));
    for (source, path, text) in edited {
        if arguments.diff {
            let mut page = Page::new();
            let (before, after) = (
                String::from_utf8_lossy(source.bytes()),
                String::from_utf8_lossy(&text),
            );
            unified(&mut page, source.name(), &before, &after);
            page.write()?;
            continue;
        }
        match path {
            Some(path) if arguments.write || arguments.in_place => {
                if text != source.bytes() {
                    replacer.replace(path, &text).map_err(|error| {
                        Failure::Message(format!("the file {} cannot be written: {error}", source.name()))
                    })?;
                    write_text(&format!("{}\n", source.name()))?;
                }
            }
            _ => write_data(&text)?,
        }
    }
    Ok(())
}

/// Reports why an edit is refused: invalid arguments, or no matching item in the file.
fn refused(name: &str, error: &EditError, documents: &[Document]) -> Failure {
    match error {
        EditError::NotFound { address, .. } => {
            let question = question(documents, address);
            crate::output::write_error(&format!(
                "error: {name}: nothing found at `{address}`{question}\n"
            ));
            Failure::Input
        }
        EditError::Unexpected { .. } | EditError::Broken(_) => {
            crate::output::write_error(&format!("error: {name}: {error}\n"));
            Failure::Input
        }
        error => Failure::Message(error.to_string()),
    }
}

/// A file under edit.
pub(super) enum Document {
    Native(Editor),
    Json(JsonEditor),
}

impl Document {
    /// Parses a file.
    pub(super) fn open(source: &Source, syntax: Syntax) -> Result<Self, Diagnostics> {
        let wrong = |error: EditError| match error {
            EditError::Fragment { problems, .. } => problems.into(),
            _ => Diagnostics::new(),
        };
        if syntax == Syntax::Json {
            return JsonEditor::from_source(source).map(Self::Json).map_err(wrong);
        }
        let file = hcl2::native::parse_file(source).into_result()?;
        Editor::from_file(&file).map(Self::Native).map_err(wrong)
    }

    /// Returns the addresses of all that an address selects.
    pub(super) fn addresses(&self, address: &Address) -> Vec<Address> {
        match self {
            Self::Native(editor) => {
                let found = editor.select(address).into_iter();
                found.map(|found| found.address).collect()
            }
            Self::Json(editor) => {
                let found = editor.select(address).into_iter();
                found.map(|found| found.address).collect()
            }
        }
    }

    /// Returns whether an address selects anything.
    pub(super) fn has(&self, address: &Address) -> bool {
        match self {
            Self::Native(editor) => !editor.select(address).is_empty(),
            Self::Json(editor) => !editor.select(address).is_empty(),
        }
    }

    fn text(&self) -> &str {
        match self {
            Self::Native(editor) => editor.text(),
            Self::Json(editor) => editor.text(),
        }
    }

    fn apply_all(&mut self, edits: &[Edit]) -> Result<(), EditError> {
        match self {
            Self::Native(editor) => apply_all(edits, editor, native::apply, |_, _| Vec::new()),
            Self::Json(editor) => apply_all(edits, editor, json::apply, json::added),
        }
    }
}

/// Returns the value of `set`.
fn value(text: &str, is_string: bool) -> Result<Fragment, EditError> {
    if is_string {
        Fragment::value(&Value::from(text))
    } else {
        Fragment::expression(text)
    }
}

/// Returns the position of `insert`.
fn position(is_before: bool, address: &Address) -> Position {
    match is_before {
        true => Position::Before(address.clone()),
        false => Position::After(address.clone()),
    }
}

/// Makes edits, one after another.
fn apply_all<E: Editable>(
    edits: &[Edit],
    editor: &mut E,
    apply: fn(&Edit, &[Address], &mut E) -> Result<(), EditError>,
    added: fn(&Edit, &[Address]) -> Vec<Address>,
) -> Result<(), EditError> {
    let mut batch = Batch::new(editor);
    for edit in edits {
        let mut addresses = edit.addresses()?;
        addresses.extend(added(edit, &addresses));
        batch.edit(&addresses, |editor, at| apply(edit, at, editor))?;
    }
    batch.finish()
}

impl Edit {
    /// Returns the addresses of what the edit looks for, those of its arguments first.
    fn addresses(&self) -> Result<Vec<Address>, EditError> {
        let everything = |address: &Address| address.then(AddressStep::AnyDepth);
        Ok(match self {
            Self::Set { address, .. } => {
                let address: Address = address.parse()?;
                let parent = address.split_last().map(|(parent, _)| parent);
                [address].into_iter().chain(parent).collect()
            }
            Self::Rm { address } | Self::Append { address, .. } => vec![address.parse()?],
            Self::Insert { before, after, .. } => {
                vec![
                    before
                        .as_ref()
                        .or(after.as_ref())
                        .map_or("", String::as_str)
                        .parse()?,
                ]
            }
            Self::Mv { from, to } => vec![from.parse()?, to.parse()?],
            Self::Sort { address } => {
                let address: Address = address.parse()?;
                let within = everything(&address);
                vec![address, within]
            }
            Self::Refs { .. } => vec![everything(&Address::ROOT)],
            Self::Batch { .. } => Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use hcl2::diagnostics::SourceMap;
    use hcl2::native::Style;
    use hcl2_ide::format_source;
    use proptest::prelude::*;

    use super::*;

    /// Files in the layout of `hcl2 fmt`.
    const FORMATTED: &[(&str, &str)] = &[
        (
            "main.tf",
            "# About a.\na    = 1 # one\nlong = [1, 2]\n\nservice \"web\" {\n  port = var.p # two\n\n  tags = {\n    b  = 1\n    cc = \"x\"\n  }\n  check {}\n}\n",
        ),
        (
            "app.hcl",
            "service \"web\" { port = 1 }\na = \"${b}\"\nlong = f(1, [\n  2,\n])\n",
        ),
        (
            "app.json",
            "{\n  \"a\": 1,\n  \"service\": {\n    \"web\": {\n      \"port\": [\n        1,\n        2\n      ]\n    }\n  }\n}\n",
        ),
    ];

    /// Generates the words of an edit, most of which some file has a place for.
    fn words() -> impl Strategy<Value = Vec<&'static str>> {
        let address = prop::sample::select(vec![
            "a",
            "long",
            "long[0]",
            "a_very_long_name",
            "service",
            "service.web",
            "service.web.port",
            "service.web.a_very_long_name",
            "service.web.tags",
            "service.web.tags.b",
            "service.web.check",
            "service.api.port",
        ]);
        let value = prop::sample::select(vec![
            "1",
            "[ 1,2 ]",
            "{a=1}",
            "\"${var.x}\"",
            "[\n1,\n2]",
            "<<E\n x\nE\n",
            "b=1 # c",
            "check \"x\" {\nevery=1\n}",
            "check {}",
        ]);
        (0..11_usize, address.clone(), address, value).prop_map(|(kind, address, other, value)| match kind {
            0 | 1 => vec!["set", address, value],
            2 => vec!["set", "--string", address, value],
            3 => vec!["set", "--create", address, value],
            4 => vec!["insert", "--before", address, value],
            5 => vec!["insert", "--after", address, value],
            6 => vec!["rm", address],
            7 => vec!["mv", address, other],
            8 => vec!["append", address, value],
            9 => vec!["sort", address],
            _ => vec!["refs", "var.p", "var.another_one"],
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 96, ..ProptestConfig::default() })]

        /// Checks that `fmt --check` accepts a file after any edits if it accepted it before.
        #[test]
        fn formatted_file_stays_formatted(
            (name, text) in prop::sample::select(FORMATTED),
            edits in prop::collection::vec(words(), 1..4),
        ) {
            let source = |text: &[u8]| SourceMap::new().add(name, text).expect("a small source");
            let syntax = Syntax::from_path(Path::new(name));
            let is_formatted = |text: &[u8]| {
                format_source(&source(text), syntax, Style::default()).is_ok_and(|formatted| formatted == text)
            };
            prop_assert!(is_formatted(text.as_bytes()), "{name}");
            let before = source(text.as_bytes());
            let mut document = Document::open(&before, syntax).expect("no errors");
            for words in edits {
                let line = Line::try_parse_from(&words).expect("an edit");
                // An edit that is refused changes nothing.
                let _ = document.apply_all(std::slice::from_ref(&line.edit));
            }
            let after = document.text().as_bytes().to_vec();
            let kept = layout::kept(&before, after, syntax, Style::default());
            prop_assert!(is_formatted(&kept), "{}", String::from_utf8_lossy(&kept));
        }
    }
}
