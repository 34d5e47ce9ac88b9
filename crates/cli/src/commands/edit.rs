//! `hcl2 edit`: changes what an address selects.

use std::path::PathBuf;

use clap::{Parser, Subcommand};
use hcl2::Syntax;
use hcl2::edit::{Address, AddressStep, EditError, Editor, Fragment, NewItem, Position, Selection};
use hcl2::native::tree::Node;
use hcl2::value::Value;

use crate::files::{Input, read_standard_input};
use crate::output::{Failure, Output, verdict, write_data, write_text};
use crate::replace::Replacer;

#[derive(clap::Args)]
#[command(
    after_help = "Addresses are those of `hcl2 query`. Values are expressions in native syntax; --string takes a plain string. \
                  Nothing else in the file changes, and an edit that would break the file is refused.\n\nExamples:\n  hcl2 edit app.hcl set \
                  service.web.port 8080\n  hcl2 edit app.hcl --write set --string service.web.name api\n  hcl2 edit app.hcl append \
                  service.web 'check \"http\" { every = 5 }'\n  hcl2 edit app.hcl append 'service.web.tags' '\"blue\"'\n  hcl2 edit app.hcl mv \
                  service.web service.api\n  hcl2 edit infra/ --write refs var.region local.region\n  printf \'set a 1\\nrm b\\n\' | hcl2 edit app.hcl batch -"
)]
pub(crate) struct Arguments {
    /// A file, a directory to search for native files with the address, or `-` for standard input.
    #[arg(value_name = "FILE|DIR")]
    path: PathBuf,
    /// Write the file and print its name instead of printing the text.
    #[arg(long, short, global = true)]
    write: bool,
    /// Overwrite the file instead of replacing it, which keeps its hard links.
    #[arg(long, global = true, requires = "write")]
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
        std::fs::read_to_string(file).map_err(|error| {
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
    let input = Input::read(std::slice::from_ref(&arguments.path), None)?;
    let edits = edits(&arguments.edit)?;
    let is_directory = arguments.path.is_dir();
    let mut unreadable = input.diagnostics.clone();
    let mut edited = Vec::new();
    let mut missing = None;
    for ((source, syntax), path) in input.files.iter().zip(&input.paths) {
        if *syntax == Syntax::Json {
            if is_directory {
                continue;
            }
            return Err(Failure::Message(format!(
                "{} is in JSON syntax, but only native syntax can be edited",
                source.name()
            )));
        }
        let parsed = hcl2::native::parse_file(source);
        if parsed.has_errors() {
            unreadable.append(parsed.diagnostics);
            continue;
        }
        if let Err(problem) = source.require_text() {
            unreadable.push(*problem);
            continue;
        }
        let mut editor = Editor::from_file(&parsed.value).map_err(|error| refused(source.name(), &error))?;
        match edits.iter().try_for_each(|edit| apply(edit, &mut editor)) {
            Ok(()) => edited.push((source, path, editor)),
            Err(error @ EditError::NotFound(_)) if is_directory => missing = Some(error),
            Err(error) => return Err(refused(source.name(), &error)),
        }
    }
    output.show(&unreadable, &input.sources);
    verdict(&unreadable)?;
    if let (true, Some(error)) = (edited.is_empty(), missing) {
        return Err(refused(&arguments.path.display().to_string(), &error));
    }
    let mut replacer = Replacer::new(arguments.in_place);
    for (source, path, editor) in edited {
        match path {
            Some(path) if arguments.write => {
                if editor.text().as_bytes() != source.bytes() {
                    replacer
                        .replace(path, editor.text().as_bytes())
                        .map_err(|error| {
                            Failure::Message(format!("the file {} cannot be written: {error}", source.name()))
                        })?;
                    write_text(&format!("{}\n", source.name()))?;
                }
            }
            _ => write_data(editor.text())?,
        }
    }
    Ok(())
}

/// Reports why an edit is refused: invalid arguments, or no matching item in the file.
fn refused(name: &str, error: &EditError) -> Failure {
    match error {
        EditError::NotFound(_) | EditError::Unexpected { .. } | EditError::Broken(_) => {
            crate::output::write_error(&format!("error: {name}: {error}\n"));
            Failure::Input
        }
        error => Failure::Message(error.to_string()),
    }
}

fn apply(edit: &Edit, editor: &mut Editor) -> Result<(), EditError> {
    match edit {
        Edit::Set {
            address,
            value,
            string,
            create,
        } => {
            let value = if *string {
                Fragment::value(&Value::from(value.as_str()))
            } else {
                Fragment::expression(value)
            };
            let address = address.parse()?;
            if *create {
                editor.create(&address, &value?)
            } else {
                editor.set(&address, &value?)
            }
        }
        Edit::Rm { address } => editor.remove(&address.parse()?),
        Edit::Mv { from, to } => rename_or_move(editor, &from.parse()?, &to.parse()?),
        Edit::Append { address, value } => {
            let address: Address = address.parse()?;
            let is_body = |selection: &Selection| matches!(selection.node, Node::Body(_) | Node::Block(_));
            insert(editor, Position::End(address), value, is_body)
        }
        Edit::Insert { before, after, value } => {
            let position = match (before, after) {
                (Some(before), _) => Position::Before(before.parse()?),
                (None, after) => Position::After(after.as_deref().unwrap_or_default().parse()?),
            };
            let is_item =
                |selection: &Selection| matches!(selection.node, Node::Attribute(_) | Node::Block(_));
            insert(editor, position, value, is_item)
        }
        // A batch is taken apart before.
        Edit::Batch { .. } => Ok(()),
        Edit::Sort { address } => editor.sort_attributes(&address.parse()?),
        Edit::Refs { from, to } => editor
            .rename_traversal(from, &Fragment::traversal(to)?)
            .map(|_| ()),
    }
}

/// Inserts an item if the place is among items, and an element otherwise.
fn insert(
    editor: &mut Editor,
    position: Position,
    value: &str,
    is_among_items: impl Fn(&Selection) -> bool,
) -> Result<(), EditError> {
    if editor.select(position.address()).iter().any(is_among_items) {
        editor.insert(&position, &NewItem::raw(value)?)
    } else {
        editor.insert_element(&position, &Fragment::expression(value)?)
    }
}

/// Moves the item at `from` to `to`, under a new name and possibly into another body.
fn rename_or_move(editor: &mut Editor, from: &Address, to: &Address) -> Result<(), EditError> {
    let missing = |address: &Address| EditError::NotFound(address.clone());
    let Some(selection) = editor.select(from).into_iter().next() else {
        return Err(missing(from));
    };
    let mut changed = editor.clone();
    if let Node::Block(block) = selection.node {
        let labels = changed.file().labels(changed.file().block(block).labels).len();
        let steps = selection.address.steps();
        let counted = usize::from(matches!(steps.last(), Some(AddressStep::Index(_))));
        let parent = Address::new(steps[..steps.len() - counted - labels - 1].to_vec());
        let (target, new_names) = split_target(&changed, &parent, to).ok_or_else(|| missing(to))?;
        let start = changed.file().node_range(selection.node).start;
        changed.rename(&selection.address, &new_names[0])?;
        // Neither changes the start of the block.
        let here = |editor: &Editor, address: &Address| {
            let found = editor.select(address).into_iter();
            found
                .map(|found| (editor.file().node_range(found.node).start, found.address))
                .find_map(|(at, address)| (at == start).then_some(address))
                .ok_or_else(|| missing(address))
        };
        let renamed = here(&changed, &parent.then(AddressStep::Name(new_names[0].clone())))?;
        let labels: Vec<&str> = new_names[1..].iter().map(String::as_str).collect();
        changed.set_labels(&renamed, &labels)?;
        if target != parent {
            let renamed = here(&changed, &parent.then(AddressStep::Name(new_names[0].clone())))?;
            changed.move_item(&renamed, &Position::End(target))?;
        }
    } else {
        let (Some((parent, old)), Some((target, AddressStep::Name(new)))) =
            (selection.address.split_last(), to.split_last())
        else {
            return Err(missing(to));
        };
        let mut address = selection.address.clone();
        if target != parent {
            changed.move_item(&address, &Position::End(target.clone()))?;
            address = target.then(old.clone());
        }
        changed.rename(&address, new)?;
    }
    *editor = changed;
    Ok(())
}

/// Splits an address into that of a body, preferably `present`, and the remaining names, at least one.
fn split_target(editor: &Editor, present: &Address, to: &Address) -> Option<(Address, Vec<String>)> {
    let steps = to.steps();
    let names = |from: usize| {
        let name = |step: &AddressStep| match step {
            AddressStep::Name(name) => Some(name.clone()),
            _ => None,
        };
        steps
            .get(from..)
            .filter(|rest| !rest.is_empty())?
            .iter()
            .map(name)
            .collect::<Option<Vec<String>>>()
    };
    if steps.starts_with(present.steps())
        && let Some(names) = names(present.steps().len())
    {
        return Some((present.clone(), names));
    }
    (0..steps.len()).rev().find_map(|length| {
        let body = Address::new(steps[..length].to_vec());
        let is_body = match editor.select(&body).as_slice() {
            [found] => {
                matches!(found.node, Node::Body(_))
                    || matches!(found.node, Node::Block(_)) && found.address == body
            }
            _ => false,
        };
        let names = if is_body { names(length) } else { None };
        Some((body, names?))
    })
}
