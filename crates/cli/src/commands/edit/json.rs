//! Edits of files in JSON syntax.

use hcl2::JsonEditor;
use hcl2::edit::{EditError, Fragment, Position};

use super::{Edit, position, value as value_of};

/// Makes an edit.
pub(super) fn apply(edit: &Edit, editor: &mut JsonEditor) -> Result<(), EditError> {
    match edit {
        Edit::Set {
            address,
            value,
            string,
            create: false,
        } => editor.set(&address.parse()?, &value_of(value, *string)?),
        Edit::Set {
            address,
            value,
            string,
            create: true,
        } => editor.create(&address.parse()?, &value_of(value, *string)?),
        Edit::Rm { address } => editor.remove(&address.parse()?),
        Edit::Mv { from, to } => editor.rename(&from.parse()?, &to.parse()?),
        Edit::Append { address, value } => editor.insert(&Position::End(address.parse()?), value),
        Edit::Insert { before, after, value } => {
            editor.insert(&position(before.as_deref(), after.as_deref())?, value)
        }
        Edit::Sort { address } => editor.sort_properties(&address.parse()?),
        Edit::Refs { from, to } => editor.rename_traversal(from, &Fragment::traversal(to)?).map(drop),
        // A batch is taken apart before.
        Edit::Batch { .. } => Ok(()),
    }
}
