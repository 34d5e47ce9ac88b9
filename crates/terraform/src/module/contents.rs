//! The contents of a module, shared by its copies, and the objects that are made from them on request.

use std::sync::OnceLock;

use hcl2_diagnostics::Span;
use hcl2_model::{Attribute, Name, Traversal, TraversalStep};

use super::availability::Constraint;
use super::checker::References;
use super::declaration::Declaration;
use super::references::Declared;
use super::{ModuleNode, Resource};
use crate::address::Address;
use crate::table::{Language, PATHS, ROOT_PATH, ROOT_TOFU, names};

/// The declarations of a module, and what is known of them.
#[derive(Debug, Default)]
pub(crate) struct Contents {
    pub(crate) declarations: Vec<Declaration>,
    pub(crate) declared: Declared,
    pub(crate) references: References,
    /// The constraints on the version of the product.
    pub(super) constraints: Vec<Constraint>,
    resources: OnceLock<Vec<Resource>>,
    nodes: OnceLock<Vec<ModuleNode>>,
    place: OnceLock<Place>,
}

/// What expressions of a module refer to of where it is and how it is run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Place {
    /// The path from the root module.
    pub(crate) path: bool,
    pub(crate) working_directory: bool,
    pub(crate) workspace: bool,
}

impl Place {
    fn add(&mut self, reference: &Traversal) {
        let part = match reference.steps().get(1) {
            Some(TraversalStep::Attribute { name, .. }) => Some(name.as_str()),
            _ => None,
        };
        match reference.root_name().map(Name::as_str) {
            Some(ROOT_PATH) => {
                let refers_to = |name: &str| part.is_none_or(|part| part == name);
                self.path |= refers_to(PATHS.0);
                self.working_directory |= refers_to(PATHS.2);
            }
            Some(names::TERRAFORM | ROOT_TOFU) => self.workspace = true,
            _ => {}
        }
    }
}

impl Contents {
    pub(super) fn new(
        declarations: Vec<Declaration>,
        declared: Declared,
        references: References,
        constraints: Vec<Constraint>,
    ) -> Self {
        Self {
            declarations,
            declared,
            references,
            constraints,
            resources: OnceLock::new(),
            nodes: OnceLock::new(),
            place: OnceLock::new(),
        }
    }

    pub(super) fn resources(&self, language: Language) -> &[Resource] {
        self.resources.get_or_init(|| {
            let declarations = self.declarations.iter();
            declarations
                .filter_map(|declaration| declaration.resource(language))
                .collect()
        })
    }

    pub(super) fn nodes(&self, language: Language) -> &[ModuleNode] {
        self.nodes.get_or_init(|| {
            let declarations = self.declarations.iter();
            declarations
                .flat_map(|declaration| match declaration.block_type.name {
                    names::LOCALS => {
                        let locals = declaration.arguments.iter();
                        locals.map(|local| self.local(local)).collect::<Vec<_>>()
                    }
                    _ => [declaration]
                        .into_iter()
                        .chain(&declaration.blocks)
                        .filter_map(|block| self.node(block, language))
                        .collect(),
                })
                .collect()
        })
    }

    /// Returns what the expressions refer to of where the module is and how it is run.
    pub(crate) fn place(&self, language: Language) -> Place {
        *self.place.get_or_init(|| {
            let mut place = Place::default();
            for declaration in &self.declarations {
                declaration.visit(language, &mut |used| {
                    let references = self.references.of(&*used.argument.expression).iter();
                    references.for_each(|reference| place.add(reference));
                });
            }
            place
        })
    }

    /// Returns the objects that an object other than a local value refers to.
    pub(crate) fn needs(&self, own: &Address, language: Language) -> Vec<Address> {
        let declaration = self.declared.position(own);
        let declaration = declaration.and_then(|position| self.declarations.get(position));
        let references =
            declaration.map_or_else(Vec::new, |declaration| self.references_of(declaration, language));
        references
            .into_iter()
            .filter_map(Address::from_traversal)
            .collect()
    }

    fn local(&self, local: &Attribute) -> ModuleNode {
        ModuleNode {
            address: Address::Local(local.name.clone()),
            span: local.name_span,
            references: addresses(self.references.of(&*local.expression)),
        }
    }

    fn node(&self, declaration: &Declaration, language: Language) -> Option<ModuleNode> {
        Some(ModuleNode {
            address: declaration.address()?,
            span: declaration.span,
            references: addresses(self.references_of(declaration, language)),
        })
    }

    /// Returns the references of a declaration.
    fn references_of(&self, declaration: &Declaration, language: Language) -> Vec<&Traversal> {
        let mut references = Vec::new();
        declaration.visit(language, &mut |used| {
            let found = self.references.of(&*used.argument.expression).iter();
            references.extend(found.filter(|traversal| {
                let root = traversal.root_name();
                root.is_none_or(|root| !used.scope.iterators.contains(root))
            }));
        });
        references
    }
}

/// Returns the objects that traversals refer to.
fn addresses<'t>(references: impl IntoIterator<Item = &'t Traversal>) -> Vec<(Address, Span)> {
    references
        .into_iter()
        .filter_map(|traversal| Some((Address::from_traversal(traversal)?, traversal.span()?)))
        .collect()
}
