//! Modules made from the declarations of their files.

use std::collections::{HashMap, HashSet};

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Span, codes::terraform as codes};
use hcl2_model::{Attribute, Name};

use super::arguments::{quoted, references_in};
use super::declaration::Declaration;
use super::references::Declared;
use super::{Address, Module, ModuleFile, ModuleNode, ResourceKind, availability, rules};
use crate::problems::duplicate;
use crate::table::{
    FIXED, Language, MODULE, Mode, OVERRIDES_NOTHING, STATE_BLOCKS, Version, names, replaced,
};

pub(super) fn module(files: &[ModuleFile], language: Language, version: Option<Version>) -> Outcome<Module> {
    let names: HashSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
    let is_read =
        |file: &&ModuleFile| !replaced(&file.name, language).is_some_and(|by| names.contains(by.as_str()));
    let files: Vec<&ModuleFile> = files.iter().filter(is_read).collect();
    let mut reader = Reader {
        language,
        declarations: Vec::new(),
        by_name: HashMap::new(),
        diagnostics: Diagnostics::new(),
    };
    let schema = MODULE.schema(language);
    for is_override in [false, true] {
        for file in files.iter().filter(|file| file.is_override == is_override) {
            let content = file.body.content(&schema).report_into(&mut reader.diagnostics);
            for block in &content.blocks {
                let Some(ty) = MODULE.block(&block.block_type, language) else {
                    continue;
                };
                let declaration =
                    Declaration::read(block, ty, language, &mut reader.diagnostics, is_override);
                if is_override {
                    reader.merge(declaration);
                } else {
                    reader.add(declaration);
                }
            }
        }
    }
    reader.finish(version)
}

/// The identity of a declaration: block type, labels and alias.
type Identity = (&'static str, Vec<Name>, Option<String>);

struct Reader {
    language: Language,
    declarations: Vec<Declaration>,
    /// The positions of declarations with an identity.
    by_name: HashMap<Identity, usize>,
    diagnostics: Diagnostics,
}

impl Reader {
    fn add(&mut self, declaration: Declaration) {
        let position = self.declarations.len();
        if let Some(identity) = identity(&declaration) {
            if let Some(first) = self.by_name.get(&identity) {
                let first = &self.declarations[*first];
                self.diagnostics.push(duplicate(
                    MODULE_DECLARES,
                    &named(&declaration),
                    declaration.span,
                    first.span,
                ));
                return;
            }
            self.by_name.insert(identity, position);
        }
        self.declarations.push(declaration);
    }

    fn merge(&mut self, declaration: Declaration) {
        let name = declaration.block_type.name;
        if name == names::LOCALS {
            self.merge_locals(declaration);
            return;
        }
        let position = match identity(&declaration) {
            Some(identity) => self.by_name.get(&identity).copied(),
            None if name == names::TERRAFORM => self.settings_for(&declaration),
            None => None,
        };
        if FIXED.contains(&name) {
            self.diagnostics.push(
                Diagnostic::error(codes::NOTHING_TO_OVERRIDE, "Block that cannot be overridden")
                    .with_detail(format!("Override files cannot contain `{name}` blocks."))
                    .with_subject(declaration.span),
            );
            return;
        }
        match position.and_then(|position| self.declarations.get_mut(position)) {
            Some(own) => own.merge(declaration),
            None if OVERRIDES_NOTHING.contains(&name) => self.add(declaration),
            None => self.diagnostics.push(
                Diagnostic::error(codes::NOTHING_TO_OVERRIDE, "Nothing to override")
                    .with_detail(format!(
                        "An override file can only change what other files declare, and none of them declares {}.",
                        named(&declaration)
                    ))
                    .with_subject(declaration.span),
            ),
        }
    }

    /// Returns the settings that an overriding block is merged with, and removes the places of state that it replaces.
    fn settings_for(&mut self, other: &Declaration) -> Option<usize> {
        let has = |settings: &Declaration, kinds: &[&str]| {
            let mut blocks = settings.blocks.iter();
            blocks.any(|block| kinds.contains(&block.block_type.name))
        };
        if has(other, STATE_BLOCKS) {
            for settings in &mut self.declarations {
                settings
                    .blocks
                    .retain(|block| !STATE_BLOCKS.contains(&block.block_type.name));
            }
        }
        let is_settings = |own: &Declaration| own.block_type.name == names::TERRAFORM;
        let requires = has(other, &[names::REQUIRED_PROVIDERS]);
        let mut all = self.declarations.iter();
        all.position(|own| is_settings(own) && requires && has(own, &[names::REQUIRED_PROVIDERS]))
            .or_else(|| self.declarations.iter().position(is_settings))
    }

    /// Replaces local values by those of the same name.
    fn merge_locals(&mut self, locals: Declaration) {
        for argument in locals.arguments {
            let own = self
                .declarations
                .iter_mut()
                .filter(|own| own.block_type.name == names::LOCALS)
                .flat_map(|own| &mut own.arguments)
                .find(|own| own.name == argument.name);
            match own {
                Some(own) => *own = argument,
                None => self.diagnostics.push(
                    Diagnostic::error(codes::NOTHING_TO_OVERRIDE, "Nothing to override")
                        .with_detail(format!(
                            "An override file can only change what other files declare, and none of them declares the local \
                             value `{}`.",
                            argument.name
                        ))
                        .with_subject(argument.name_span),
                ),
            }
        }
    }

    fn finish(mut self, version: Option<Version>) -> Outcome<Module> {
        let mut module = Module::default();
        for declaration in &self.declarations {
            module.add(declaration, self.language, &mut self.diagnostics);
            match declaration.block_type.name {
                names::LOCALS => {
                    let locals: Vec<ModuleNode> = declaration
                        .arguments
                        .iter()
                        .map(|local| self.local(local))
                        .collect();
                    module.nodes.extend(locals);
                }
                _ => {
                    module.nodes.extend(self.node(declaration));
                    let inner = declaration.blocks.iter().filter_map(|block| self.node(block));
                    module.nodes.extend(inner);
                }
            }
        }
        self.check_locals(&module);
        let mut diagnostics = self.diagnostics;
        let declared = Declared::of(&self.declarations);
        for declaration in &self.declarations {
            rules::check(declaration, &mut diagnostics);
            declared.check(declaration, self.language, &mut diagnostics);
        }
        rules::check_all(&self.declarations, self.language, &mut diagnostics);
        module.version = availability::check(&self.declarations, self.language, version, &mut diagnostics);
        module.declarations = self.declarations;
        module.language = self.language;
        Outcome::new(module, diagnostics)
    }

    fn local(&self, local: &Attribute) -> ModuleNode {
        ModuleNode {
            address: Address::Local(local.name.clone()),
            span: local.name_span,
            references: addresses(&references_in(local, Mode::Expression)),
        }
    }

    fn node(&self, declaration: &Declaration) -> Option<ModuleNode> {
        let address = address(declaration)?;
        let mut references = Vec::new();
        declaration.visit(self.language, &mut |used| {
            let mut found = references_in(used.argument, used.mode);
            found.retain(|traversal| {
                let root = traversal.root_name();
                root.is_none_or(|root| !used.scope.iterators.contains(root))
            });
            references.extend(found);
        });
        Some(ModuleNode {
            address,
            span: declaration.span,
            references: addresses(&references),
        })
    }

    /// Reports duplicate local values.
    fn check_locals(&mut self, module: &Module) {
        let mut seen: HashMap<&Name, Span> = HashMap::new();
        for local in &module.locals {
            if let Some(first) = seen.get(&local.name) {
                let named = format!("the local value `{}`", local.name);
                self.diagnostics
                    .push(duplicate(MODULE_DECLARES, &named, local.span, *first));
            } else {
                seen.insert(&local.name, local.span);
            }
        }
    }
}

/// The start of the sentence about duplicate objects.
const MODULE_DECLARES: &str = "A module declares";

/// Returns the objects that traversals refer to.
fn addresses(references: &[hcl2_model::Traversal]) -> Vec<(Address, Span)> {
    references
        .iter()
        .filter_map(|traversal| Some((Address::from_traversal(traversal)?, traversal.span()?)))
        .collect()
}

fn identity(declaration: &Declaration) -> Option<Identity> {
    let name = declaration.block_type.name;
    if declaration.labels.is_empty() {
        return None;
    }
    let alias = declaration
        .argument(names::ALIAS)
        .filter(|_| name == names::PROVIDER)
        .and_then(|alias| quoted(&alias.expression));
    let labels = declaration.labels.iter().map(|label| label.text.clone());
    Some((name, labels.collect(), alias))
}

/// Describes a declaration for messages.
fn named(declaration: &Declaration) -> String {
    let labels: Vec<String> = declaration
        .labels
        .iter()
        .map(|label| format!(" {:?}", label.text.as_str()))
        .collect();
    format!("`{}{}`", declaration.block_type.name, labels.concat())
}

pub(crate) fn address(declaration: &Declaration) -> Option<Address> {
    let name = declaration.block_type.name;
    let mut labels = declaration.labels.iter().map(|label| label.text.clone());
    let first = labels.next()?;
    Some(match name {
        names::VARIABLE => Address::Variable(first),
        names::OUTPUT => Address::Output(first),
        names::MODULE => Address::Module(first),
        names::CHECK => Address::Check(first),
        names::PROVIDER => {
            let alias = declaration
                .argument(names::ALIAS)
                .and_then(|alias| quoted(&alias.expression));
            Address::Provider(first, alias.map(Name::from))
        }
        _ => Address::Resource(resource_kind(name)?, first, labels.next()?),
    })
}

/// Returns the kind of resource that blocks of a type declare.
pub(super) fn resource_kind(block_type: &str) -> Option<ResourceKind> {
    [ResourceKind::Managed, ResourceKind::Data, ResourceKind::Ephemeral]
        .into_iter()
        .find(|kind| kind.block_type() == block_type)
}
