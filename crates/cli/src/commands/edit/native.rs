//! Edits of files in native syntax.

use hcl2::edit::{Address, AddressStep, EditError, Fragment, NewItem, Position, Selection};
use hcl2::native::edit::Editor;
use hcl2::native::tree::Node;

use super::{Edit, position, value as value_of};

/// Makes an edit. `at` has its addresses.
pub(super) fn apply(edit: &Edit, at: &[Address], editor: &mut Editor) -> Result<(), EditError> {
    match (edit, at) {
        (
            Edit::Set {
                value,
                string,
                create,
                ..
            },
            [address, ..],
        ) => {
            let value = value_of(value, *string)?;
            match create {
                true => editor.create(address, &value),
                false => editor.define(address, &value),
            }
        }
        (Edit::Rm { .. }, [address, ..]) => editor.remove(address),
        (Edit::Mv { .. }, [from, to, ..]) => rename_or_move(editor, from, to),
        (Edit::Append { value, .. }, [address, ..]) => {
            let is_body = |selection: &Selection| matches!(selection.node, Node::Body(_) | Node::Block(_));
            insert(editor, Position::End(address.clone()), value, is_body)
        }
        (Edit::Insert { before, value, .. }, [address, ..]) => {
            let is_item =
                |selection: &Selection| matches!(selection.node, Node::Attribute(_) | Node::Block(_));
            insert(editor, position(before.is_some(), address), value, is_item)
        }
        (Edit::Sort { .. }, [address, ..]) => editor.sort_attributes(address),
        (Edit::Refs { from, to }, _) => editor.rename_traversal(from, &Fragment::traversal(to)?).map(drop),
        // The lines of a batch are edits of their own.
        (Edit::Batch { .. }, _) | (_, _) => Ok(()),
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
    let missing = |address: &Address| EditError::NotFound {
        address: address.clone(),
        near: None,
    };
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
        changed.set_type(&selection.address, &new_names[0])?;
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
