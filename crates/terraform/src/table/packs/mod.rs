//! Languages of other products: what their blocks and arguments are, and what references name.
//!
//! What a plugin defines is open: the bodies of Packer's builders, and the settings of Nomad's drivers.

mod bake;
mod nomad;
mod packer;
mod terragrunt;

use super::Mode::Expression;
use super::language::{argument, arguments, dynamic};
use super::{Argument, BodyType, Rest};

/// The language of another product.
#[derive(Debug)]
pub(crate) struct Pack {
    /// The name that selects it.
    pub(crate) name: &'static str,
    /// The ends of the names of its files.
    pub(crate) endings: &'static [&'static str],
    /// The names of its files.
    pub(crate) names: &'static [&'static str],
    /// The body of a file.
    pub(crate) body: &'static BodyType,
    /// The roots of references to objects of the file.
    pub(crate) roots: &'static [Root],
    /// The blocks of which several may have the same labels.
    pub(crate) merged: &'static [&'static str],
    /// Whether the files of a directory belong together, so that each can refer to objects of the others.
    pub(crate) is_of_directory: bool,
}

/// A root of references, followed by the name of an object.
#[derive(Debug)]
pub(crate) struct Root {
    /// The name.
    pub(crate) name: &'static str,
    /// How many names follow it.
    pub(crate) labels: usize,
    /// The blocks whose labels are these names.
    pub(crate) labelled: &'static [&'static str],
    /// The blocks whose arguments are the objects.
    pub(crate) containing: &'static [&'static str],
}

/// All languages of other products.
pub(crate) static PACKS: [&Pack; 6] = [
    &packer::TEMPLATES,
    &packer::VARIABLES,
    &nomad::JOBS,
    &terragrunt::STACKS,
    &terragrunt::UNITS,
    &bake::FILES,
];

/// The functions whose arguments may refer to what does not exist.
pub(crate) const DEFAULTING_FUNCTIONS: &[&str] = &["can", "try"];

impl Pack {
    /// Returns whether a file is of the language, by its name.
    fn has(&self, name: &str) -> bool {
        self.names.contains(&name) || self.endings.iter().any(|ending| name.ends_with(ending))
    }
}

/// Returns the language of a file, by its name.
pub(super) fn pack_of_file(name: &str) -> Option<&'static Pack> {
    PACKS.into_iter().find(|pack| pack.has(name))
}

/// Returns the language whose files have a body of this type.
pub(crate) fn pack_of_body(body: &'static BodyType) -> Option<&'static Pack> {
    PACKS.into_iter().find(|pack| std::ptr::eq(pack.body, body))
}

/// Returns optional arguments that are expressions.
const fn expressions<const N: usize>(names: [&'static str; N]) -> [Argument; N] {
    let mut all = [argument("", Expression); N];
    let mut index = 0;
    while index < N {
        all[index].name = names[index];
        index += 1;
    }
    all
}

/// A body that a plugin defines.
static OPEN: BodyType = BodyType {
    arguments: &[],
    blocks: &[],
    rest: Rest::Provider(Expression),
};

/// The names in the body of a block are those of a map.
static MAP: BodyType = arguments(Expression);
