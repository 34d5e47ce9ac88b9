//! Editing files: changes that leave every other byte as it is.
//!
//! [`Editor`] is for files of either syntax. [`Address`] names what to edit, and [`Fragment`] or [`NewItem`] is what to put
//! there. [`Editor::as_native`] and [`Editor::as_json`] return the editors with the trees of the syntaxes.

pub use crate::editor::{Editor, EditorItem, replace_file};
pub use crate::json_editor::{JsonEditor, JsonSelection};
pub use hcl2_native::edit::{
    Address, AddressStep, Batch, Comments, Condition, EditError, Fragment, IntoAddress, IntoFragment,
    IntoItem, NewItem, Position, Selection,
};
#[doc(hidden)]
pub use hcl2_native::edit::{Bounds, Editable, Leaf, Part, Parts, PartsKind, spliced};
