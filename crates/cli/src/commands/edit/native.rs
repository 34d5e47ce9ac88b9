//! Edits of files in native syntax.

use hcl2::edit::{Address, AddressStep, Batch, EditError, Editor, Fragment, NewItem, Position, Selection};
use hcl2::native::tree::Node;

use super::{Edit, position, value as value_of};

/// Makes edits, one after another.
pub(super) fn apply_all(edits: &[Edit], editor: &mut Editor) -> Result<(), EditError> {
    let mut batch = Batch::new(editor);
    for edit in edits {
        match edit {
            Edit::Set {
                address,
                value,
                string,
                create,
            } => {
                let (address, value) = (address.parse()?, value_of(value, *string)?);
                match create {
                    true => batch.create(&address, &value)?,
                    false => batch.set(&address, &value)?,
                }
            }
            Edit::Rm { address } => batch.remove(&address.parse()?)?,
            edit => batch.edit(|editor| apply(edit, editor))?,
        }
    }
    batch.finish()
}

/// Makes an edit.
fn apply(edit: &Edit, editor: &mut Editor) -> Result<(), EditError> {
    match edit {
        Edit::Mv { from, to } => rename_or_move(editor, &from.parse()?, &to.parse()?),
        Edit::Append { address, value } => {
            let address: Address = address.parse()?;
            let is_body = |selection: &Selection| matches!(selection.node, Node::Body(_) | Node::Block(_));
            insert(editor, Position::End(address), value, is_body)
        }
        Edit::Insert { before, after, value } => {
            let position = position(before.as_deref(), after.as_deref())?;
            let is_item =
                |selection: &Selection| matches!(selection.node, Node::Attribute(_) | Node::Block(_));
            insert(editor, position, value, is_item)
        }
        // A batch is taken apart before, and makes these itself.
        Edit::Batch { .. } | Edit::Set { .. } | Edit::Rm { .. } => Ok(()),
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
