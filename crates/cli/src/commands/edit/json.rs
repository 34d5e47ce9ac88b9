//! Edits of files in JSON syntax.

use hcl2::diagnostics::SourceMap;
use hcl2::edit::JsonEditor;
use hcl2::edit::{Address, AddressStep, EditError, Fragment, Position};
use hcl2::native::parse_file;

use super::{Edit, position, value as value_of};

/// Makes an edit. `at` has its addresses.
pub(super) fn apply(edit: &Edit, at: &[Address], editor: &mut JsonEditor) -> Result<(), EditError> {
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
        (Edit::Mv { .. }, [from, to, ..]) => editor.move_to(from, to),
        (Edit::Append { value, .. }, [address, ..]) => editor.insert(&Position::End(address.clone()), value),
        (Edit::Insert { before, value, .. }, [address, ..]) => {
            editor.insert(&position(before.is_some(), address), value)
        }
        (Edit::Sort { .. }, [address, ..]) => editor.sort_properties(address),
        (Edit::Refs { from, to }, _) => editor.rename_traversal(from, &Fragment::traversal(to)?).map(drop),
        // The lines of a batch are edits of their own.
        (Edit::Batch { .. }, _) | (_, _) => Ok(()),
    }
}

/// Returns the addresses of what an edit adds, which may be there: blocks join those of their type.
pub(super) fn added(edit: &Edit, at: &[Address]) -> Vec<Address> {
    let object = at.first().cloned().unwrap_or_default();
    let (object, text) = match edit {
        Edit::Append { value, .. } => (object, value),
        Edit::Insert { value, .. } => (
            object.split_last().map_or(Address::ROOT, |(object, _)| object),
            value,
        ),
        _ => return Vec::new(),
    };
    let Ok(source) = SourceMap::new().add("addition", format!("{text}\n")) else {
        return Vec::new();
    };
    let file = parse_file(&source).value;
    let body = file.root().body().map(|body| file.items(file.body(body).items));
    let items = body.unwrap_or_default().iter();
    items
        .map(|item| {
            let names = file.item_names(*item);
            let steps = names.into_iter().map(|name| AddressStep::Name(name.to_owned()));
            steps.fold(object.clone(), |address, step| address.then(step))
        })
        .collect()
}
