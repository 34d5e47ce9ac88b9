//! Languages of other products: what their blocks and arguments are, and what references name.
//!
//! What a plugin defines is open: the bodies of Packer's builders, and the settings of Nomad's drivers.

mod bake;
mod nomad;
mod packer;
pub(super) mod specifications;
mod terragrunt;

use super::Mode::Expression;
use super::language::{argument, dynamic};
use super::pack::{
    Bare, CALLING, COMPUTED_NAME, Called, Calling, Completion, Filters, MAP, Mention, Outside, PACK, Pack,
    ROOT, Root,
};
use super::settings::MIGRATIONS;
use super::stacks::{COMPONENT_FILES, DEPLOYMENT_FILES};
use super::symbols::LIBRARIES;
use super::{Argument, BodyType, FileKind, Rest};

/// All languages of other products.
pub(crate) static PACKS: [&Pack; 6] = [
    &packer::TEMPLATES,
    &packer::VARIABLES,
    &nomad::JOBS,
    &terragrunt::STACKS,
    &terragrunt::UNITS,
    &bake::FILES,
];

/// The languages of the products themselves whose files belong together, beside that of modules.
pub(super) static OWN_PACKS: [&Pack; 4] = [&COMPONENT_FILES, &DEPLOYMENT_FILES, &MIGRATIONS, &LIBRARIES];

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
