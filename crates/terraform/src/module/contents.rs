//! The contents of a module, shared by its copies, and the objects that are made from them on request.

use std::sync::{Arc, OnceLock};

use hcl2_diagnostics::{SourceId, Span};
use hcl2_model::{Attribute, BodyRef, ExpressionRef, Name, Traversal, TraversalStep};

use super::arguments::variables_in;
use super::availability::Constraint;
use super::checker::References;
use super::declaration::Declaration;
use super::found::Found;
use super::references::Declared;
use super::scope::Use;
use super::{Module, ModuleNode, Resource};
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
    found: Found,
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
            found: Found::default(),
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
                        locals.map(Self::local).collect::<Vec<_>>()
                    }
                    _ => [declaration]
                        .into_iter()
                        .chain(&declaration.blocks)
                        .filter_map(|block| Self::node(block, language))
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
                    used.references()
                        .iter()
                        .for_each(|reference| place.add(reference));
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
            declaration.map_or_else(Vec::new, |declaration| references_of(declaration, language));
        references.iter().filter_map(Address::from_traversal).collect()
    }

    /// Returns the objects that an expression of the module refers to.
    pub(crate) fn objects_in(&self, expression: &ExpressionRef) -> Arc<[Address]> {
        self.found.objects_in(expression)
    }

    fn local(local: &Attribute) -> ModuleNode {
        ModuleNode {
            address: Address::Local(local.name.clone()),
            span: local.name_span,
            references: addresses(&variables_in(&*local.expression)),
        }
    }

    fn node(declaration: &Declaration, language: Language) -> Option<ModuleNode> {
        Some(ModuleNode {
            address: declaration.address()?,
            span: declaration.span,
            references: addresses(&references_of(declaration, language)),
        })
    }
}

impl Module {
    /// Returns the [paths](hcl2_model::Expression::paths) of an expression of the module. They are found once, also for the
    /// clones of the module.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let source = SourceMap::new().add("main.tf", "locals {\n  a = [for x in var.n : x.id]\n}\nvariable \"n\" {}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// let paths = module.paths_of(&module.locals[0].value);
    /// assert_eq!(paths.iter().map(ToString::to_string).collect::<Vec<_>>(), ["var.n", "var.n[...].id"]);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn paths_of(&self, expression: &ExpressionRef) -> Arc<[Traversal]> {
        self.contents.found.paths_of(expression)
    }

    /// Returns the paths of all expressions in a body of the module, as [`paths_of`](Self::paths_of) does.
    #[must_use]
    pub fn paths_of_body(&self, body: &BodyRef) -> Arc<[Traversal]> {
        self.contents.found.paths_of_body(body)
    }

    /// Returns the header of the block that declares an object, or the name of a local value.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Address, Module, ModuleFile};
    ///
    /// let source = SourceMap::new().add("main.tf", "variable \"n\" {}\noutput \"o\" {\n  value = var.n\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// let (n, used) = module.object_at(source.id(), 42).unwrap();
    /// assert_eq!((&n, used.range()), (&Address::Variable("n".into()), 39..44));
    /// assert_eq!(module.declared_at(&n).unwrap().range(), 0..12);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn declared_at(&self, object: &Address) -> Option<Span> {
        self.contents.declared.span(object)
    }

    /// Returns the object that is referred to or else declared at an offset of a source, with the range of the reference, of the
    /// header or of the name. It does not make [all nodes](Self::nodes), so it is quick in a large module.
    #[must_use]
    pub fn object_at(&self, source: SourceId, offset: u32) -> Option<(Address, Span)> {
        let is_there = |span: Span| span.source == source && span.start <= offset && offset <= span.end;
        let mut found = None;
        for declaration in &self.contents.declarations {
            declaration.visit(self.language, &mut |used| {
                if found.is_none() && is_there(used.argument.expression.span()) {
                    let objects = addresses(&references_of_use(&used));
                    found = objects.into_iter().find(|(_, span)| is_there(*span));
                }
            });
        }
        let mut declarations = self.contents.declarations.iter();
        found.or_else(|| {
            declarations.find_map(|declaration| {
                if declaration.block_type.name == names::LOCALS {
                    let mut locals = declaration.arguments.iter();
                    let local = locals.find(|local| is_there(local.name_span))?;
                    return Some((Address::Local(local.name.clone()), local.name_span));
                }
                let mut blocks = [declaration].into_iter().chain(&declaration.blocks);
                let block = blocks.find(|block| is_there(block.span))?;
                Some((block.address()?, block.span))
            })
        })
    }
}

/// Returns the references of a declaration.
fn references_of(declaration: &Declaration, language: Language) -> Vec<Traversal> {
    let mut references = Vec::new();
    declaration.visit(language, &mut |used| references.extend(references_of_use(&used)));
    references
}

/// Returns the references of an argument to objects.
fn references_of_use(used: &Use<'_, '_>) -> Vec<Traversal> {
    let mut references = used.references();
    references.retain(|traversal| {
        let root = traversal.root_name();
        root.is_none_or(|root| !used.scope.iterators.contains(root))
    });
    references
}

/// Returns the objects that traversals refer to.
fn addresses(references: &[Traversal]) -> Vec<(Address, Span)> {
    references
        .iter()
        .filter_map(|traversal| Some((Address::from_traversal(traversal)?, traversal.span()?)))
        .collect()
}
