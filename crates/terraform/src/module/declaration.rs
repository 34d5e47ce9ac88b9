//! Declarations: the blocks of a module, whatever their type.

use std::collections::{HashMap, HashSet};

use hcl2_diagnostics::Span;
use hcl2_ext::types::TypeConstraint;
use hcl2_model::{Attribute, BodyRef, Label, Name};

use super::constants::{name_of, quoted};
use crate::address::{Address, ResourceKind};
use crate::table::{BlockType, MERGED_BLOCKS, names};

/// A block merged with the blocks that override it.
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) block_type: &'static BlockType,
    /// The type of the block as written; the table does not know the types of a provider's blocks.
    pub(crate) name: Name,
    pub(crate) labels: Vec<Label>,
    /// The header.
    pub(crate) span: Span,
    /// The header of the last block that overrides it.
    pub(super) override_span: Option<Span>,
    /// The arguments of the language, and those of any name.
    pub(crate) arguments: Vec<Attribute>,
    /// The arguments of a provider, as far as the syntax distinguishes them from blocks.
    pub(crate) provided: Vec<Attribute>,
    /// The nested blocks of the language and of a provider.
    pub(crate) blocks: Vec<Declaration>,
    pub(crate) body: BodyRef,
    /// The bodies of the blocks that override it.
    pub(crate) overriding: Vec<BodyRef>,
    /// The type that an argument describes.
    pub(super) described: Option<Box<Described>>,
}

/// A type that was read, with the problems reported.
#[derive(Clone, Debug)]
pub(super) struct Described {
    pub(super) constraint: TypeConstraint,
    /// Whether it has no errors.
    pub(super) is_sound: bool,
}

/// Replaces arguments by those of the same names, and adds the others.
fn override_all(all: &mut Vec<Attribute>, more: Vec<Attribute>) {
    let positions = all.iter().enumerate();
    let positions: HashMap<Name, usize> = positions
        .map(|(position, own)| (own.name.clone(), position))
        .collect();
    for argument in more {
        match positions.get(&argument.name) {
            Some(position) => all[*position] = argument,
            None => all.push(argument),
        }
    }
}

impl Declaration {
    /// Returns the argument with a name.
    pub(crate) fn argument(&self, name: &str) -> Option<&Attribute> {
        self.arguments.iter().find(|argument| argument.name == *name)
    }

    /// Returns the nested blocks of a type.
    pub(crate) fn blocks_of<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Self> {
        self.blocks
            .iter()
            .filter(move |block| block.block_type.name == name)
    }

    /// Merges an overriding block: each argument replaces that of the same name, and nested blocks all those of their type,
    /// except for blocks that occur once, which are merged likewise.
    pub(super) fn merge(&mut self, other: Self) {
        self.override_span = Some(other.span);
        override_all(&mut self.arguments, other.arguments);
        override_all(&mut self.provided, other.provided);
        let is_merged = |block: &Self| MERGED_BLOCKS.contains(&block.block_type.name);
        let replaced: HashSet<&Name> = other.blocks.iter().map(|block| &block.name).collect();
        self.blocks
            .retain(|own| is_merged(own) || !replaced.contains(&own.name));
        for block in other.blocks {
            let own = self
                .blocks
                .iter_mut()
                .find(|own| is_merged(own) && own.name == block.name);
            match own {
                Some(own) => own.merge(block),
                None => self.blocks.push(block),
            }
        }
        self.overriding.push(other.body);
        self.overriding.extend(other.overriding);
        self.described = other.described.or_else(|| self.described.take());
    }

    /// Returns the first label.
    pub(crate) fn first_label(&self) -> Option<&Name> {
        self.labels.first().map(|label| &label.text)
    }

    /// Returns the address of what the block declares.
    pub(crate) fn address(&self) -> Option<Address> {
        let name = self.block_type.name;
        let mut labels = self.labels.iter().map(|label| label.text.clone());
        let first = labels.next()?;
        Some(match name {
            names::VARIABLE => Address::Variable(first),
            names::OUTPUT => Address::Output(first),
            names::MODULE => Address::Module(first),
            names::CHECK => Address::Check(first),
            names::PROVIDER => {
                let alias = self
                    .argument(names::ALIAS)
                    .and_then(|alias| quoted(&alias.expression));
                Address::Provider(first, alias.map(Name::from))
            }
            _ => Address::Resource(self.resource_kind()?, first, labels.next()?),
        })
    }

    /// Returns the kind of resource that the block declares.
    pub(super) fn resource_kind(&self) -> Option<ResourceKind> {
        [ResourceKind::Managed, ResourceKind::Data, ResourceKind::Ephemeral]
            .into_iter()
            .find(|kind| kind.block_type() == self.block_type.name)
    }

    /// Returns the data sources declared in a check, with their addresses.
    pub(super) fn scoped(&self) -> impl Iterator<Item = (Address, &Self)> {
        self.blocks
            .iter()
            .filter_map(|block| Some((block.address()?, block)))
    }

    /// Returns the names that some arguments of blocks introduce in the block: keys of maps, elements of lists, or a single
    /// name.
    pub(super) fn introduced(&self, scoped: &[(&str, &str)]) -> Vec<String> {
        let own = scoped.iter().filter(|(block, _)| *block == self.block_type.name);
        let introduced = own.flat_map(|(_, argument)| {
            let Some(argument) = self.argument(argument) else {
                return Vec::new();
            };
            let expression = &argument.expression;
            match (expression.static_map(), expression.static_list()) {
                (Some(entries), _) => entries.iter().filter_map(|(key, _)| name_of(key)).collect(),
                (None, Some(elements)) => elements.iter().filter_map(name_of).collect(),
                (None, None) => name_of(expression).into_iter().collect(),
            }
        });
        introduced.collect()
    }
}
