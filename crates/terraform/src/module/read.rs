//! Modules made from the declarations of their files.

use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};

use foldhash::fast::RandomState;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, SourceId, Span, codes::terraform as codes};
use hcl2_model::{Attribute, Name};

use super::checker::Checker;
use super::contents::Contents;
use super::declaration::Declaration;
use super::providers::UsedConfigurations;
use super::reading::Reading;
use super::references::Declared;
use super::{Module, ModuleFile, availability, early, moves, rules, settings, source};
use crate::address::Address;
use crate::problems::{duplicate, if_planned};
use crate::table::{
    CONDITIONAL, FIXED, IGNORED_IN_OVERRIDES, Language, MODULE, OVERRIDES_NOTHING, STATE_BLOCKS, Version,
    names, replacement,
};

pub(super) fn module(files: &[ModuleFile], language: Language, version: Option<Version>) -> Outcome<Module> {
    let names: HashSet<&str> = files.iter().map(|file| file.source.name()).collect();
    let is_read = |file: &&ModuleFile| {
        !replacement(file.source.name(), language).is_some_and(|by| names.contains(by.as_str()))
    };
    let files: Vec<&ModuleFile> = files.iter().filter(is_read).collect();
    let mut reading = Reading::new(language);
    let mut reader = Reader {
        language,
        declarations: Vec::new(),
        by_name: HashMap::default(),
        diagnostics: Diagnostics::new(),
        overriding: Vec::new(),
    };
    let schema = MODULE.schema(language);
    for is_override in [false, true] {
        reading.is_override = is_override;
        for file in files.iter().filter(|file| file.is_override == is_override) {
            let content = file.body.content(&schema).report_into(&mut reader.diagnostics);
            reader.declarations.reserve(content.blocks.len());
            reader.by_name.reserve(content.blocks.len());
            for block in content.blocks {
                let Some(ty) = MODULE.block(&block.block_type, language) else {
                    continue;
                };
                let declaration = Declaration::read(block, ty, &mut reading);
                if is_override {
                    reader.merge(declaration);
                } else {
                    reader.add(declaration);
                }
            }
        }
    }
    reader.diagnostics.append(reading.diagnostics);
    let sources = files.iter().map(|file| file.source.id()).collect();
    let of_opentofu = files.iter().filter(|file| !file.is_of_terraform());
    let of_opentofu: Vec<SourceId> = of_opentofu.map(|file| file.source.id()).collect();
    reader
        .finish(&of_opentofu, version)
        .map(|module| Module { sources, ..module })
}

/// Reports what is wrong in a block and in one that overrides it even if the second or a later one replaces it: defaults of
/// variables, which are checked after each override, and sources of modules.
fn overridden_anyway(own: &Declaration, other: &Declaration, language: Language) -> Diagnostics {
    let mut problems = Diagnostics::new();
    match own.block_type.name {
        names::VARIABLE => {
            for declaration in [own, other] {
                Module::default().add(declaration, language, &mut problems);
            }
        }
        names::MODULE if other.argument(names::SOURCE).is_some() => source::check(own, &mut problems),
        _ => {}
    }
    problems
}

/// The identity of a declaration.
#[derive(PartialEq, Eq, Hash)]
enum Identity {
    Object(Address),
    /// Of a block without an address: its type and labels.
    Block(&'static str, Vec<Name>),
}

struct Reader {
    language: Language,
    declarations: Vec<Declaration>,
    /// The positions of declarations with an identity.
    by_name: HashMap<Identity, usize, RandomState>,
    diagnostics: Diagnostics,
    /// The places of state in override files.
    overriding: Vec<(&'static str, Span)>,
}

impl Reader {
    fn add(&mut self, declaration: Declaration) {
        let position = self.declarations.len();
        if let Some(identity) = identity(&declaration) {
            let first = *self.by_name.entry(identity).or_insert(position);
            if let Some(first) = self.declarations.get(first) {
                self.diagnostics.push(duplicate(
                    MODULE_DECLARES,
                    &named(&declaration),
                    declaration.span,
                    first.span,
                ));
                return;
            }
        }
        self.declarations.push(declaration);
    }

    fn merge(&mut self, mut declaration: Declaration) {
        let name = declaration.block_type.name;
        if name == names::LOCALS {
            self.merge_locals(declaration);
            return;
        }
        if name == IGNORED_IN_OVERRIDES {
            self.diagnostics.push(
                Diagnostic::warning(codes::NOTHING_TO_OVERRIDE, "Block without effect")
                    .with_detail(format!(
                        "Override files do not change `{name}` blocks. Remove it."
                    ))
                    .with_subject(declaration.span),
            );
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
        self.diagnostics.extend(without_conditions(&mut declaration));
        match position.and_then(|position| self.declarations.get_mut(position)) {
            Some(own) => {
                self.diagnostics.extend(overriding_dependencies(&declaration));
                let problems = overridden_anyway(own, &declaration, self.language);
                self.diagnostics.append(problems);
                own.merge(declaration);
            }
            // A default configuration may be implied.
            None if OVERRIDES_NOTHING.contains(&name) && declaration.argument(names::ALIAS).is_none() => {
                self.add(declaration);
            }
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
        for block in other
            .blocks
            .iter()
            .filter(|block| STATE_BLOCKS.contains(&block.block_type.name))
        {
            // An override file may replace what other files set, but not what it sets itself.
            let same =
                |own: &&(&str, Span)| (own.0, own.1.source) == (block.block_type.name, block.span.source);
            if let Some((_, first)) = self.overriding.iter().find(same) {
                let what = format!("the block `{}`", block.name);
                self.diagnostics
                    .push(duplicate("An override file contains", &what, block.span, *first));
            }
            self.overriding.push((block.block_type.name, block.span));
        }
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
    fn merge_locals(&mut self, mut locals: Declaration) {
        let mut all: HashMap<Name, &mut Attribute> = HashMap::new();
        for own in self
            .declarations
            .iter_mut()
            .filter(|own| own.block_type.name == names::LOCALS)
            .flat_map(|own| &mut own.arguments)
        {
            all.entry(own.name.clone()).or_insert(own);
        }
        let mut undeclared = Vec::new();
        for argument in std::mem::take(&mut locals.arguments) {
            match all.get_mut(&argument.name) {
                Some(own) => **own = argument,
                None => {
                    self.diagnostics.push(
                        Diagnostic::error(codes::NOTHING_TO_OVERRIDE, "Nothing to override")
                            .with_detail(format!(
                                "An override file can only change what other files declare, and none of them declares the \
                                 local value `{}`.",
                                argument.name
                            ))
                            .with_subject(argument.name_span),
                    );
                    undeclared.push(argument);
                }
            }
        }
        // References to them are no further problem.
        if !undeclared.is_empty() {
            locals.arguments = undeclared;
            self.declarations.push(locals);
        }
    }

    fn finish(mut self, of_opentofu: &[SourceId], version: Option<Version>) -> Outcome<Module> {
        let mut module = Module::default();
        for declaration in &self.declarations {
            module.add(declaration, self.language, &mut self.diagnostics);
        }
        self.check_locals(&module);
        early::resolve_requirements_by_defaults(&mut module, &self.declarations);
        let mut diagnostics = self.diagnostics;
        let declared = Declared::of(&self.declarations);
        let mut checker = Checker::new(&declared, &self.declarations, self.language);
        let used = LazyCell::new(|| UsedConfigurations::of(&self.declarations));
        for (position, declaration) in self.declarations.iter().enumerate() {
            rules::check(declaration, self.language, &mut diagnostics);
            let start = diagnostics.len();
            checker.check(position, &mut diagnostics);
            // Most have no problems.
            if diagnostics.len() > start && used.is_unused(declaration) {
                let own = diagnostics.split_off(start);
                diagnostics.append(own.map(|problem| if_planned(problem, true)));
            }
        }
        let references = checker.finish();
        rules::check_all(&self.declarations, self.language, &mut diagnostics);
        moves::check(&self.declarations, &declared, &mut diagnostics);
        let constraints = availability::constraints(&self.declarations, of_opentofu);
        module.version = availability::check(
            &self.declarations,
            &constraints,
            self.language,
            version,
            &mut diagnostics,
        );
        if let Some(version) = module.version {
            settings::check_symbols(&self.declarations, version, &mut diagnostics);
        }
        module.contents = Contents::new(self.declarations, declared, references, constraints).into();
        module.language = self.language;
        Outcome::new(module, diagnostics)
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

fn identity(declaration: &Declaration) -> Option<Identity> {
    if declaration.labels.is_empty() {
        return None;
    }
    Some(match declaration.address() {
        Some(address) => Identity::Object(address),
        None => {
            let labels = declaration.labels.iter().map(|label| label.text.clone());
            Identity::Block(declaration.block_type.name, labels.collect())
        }
    })
}

/// Removes the conditions from the blocks of an overriding declaration, and reports each.
fn without_conditions(declaration: &mut Declaration) -> Vec<Diagnostic> {
    let mut problems = Vec::new();
    declaration.blocks.retain_mut(|block| {
        problems.extend(without_conditions(block));
        let is_condition = CONDITIONAL.contains(&block.block_type.name);
        if is_condition {
            problems.push(
                Diagnostic::error(codes::NOTHING_TO_OVERRIDE, "Block that cannot be overridden")
                    .with_detail(format!("Override files cannot contain `{}` blocks.", block.name))
                    .with_subject(block.span),
            );
        }
        !is_condition
    });
    problems
}

/// Reports the dependencies of an overriding block, which would not replace those that it overrides.
fn overriding_dependencies(declaration: &Declaration) -> Option<Diagnostic> {
    let dependencies = declaration.argument(names::DEPENDS_ON)?;
    let first = dependencies.expression.static_list()?.into_iter().next()?;
    Some(
        Diagnostic::error(codes::NOTHING_TO_OVERRIDE, "Argument that cannot be overridden")
            .with_detail(format!("Override files cannot set `{}`.", names::DEPENDS_ON))
            .with_subject(first.span()),
    )
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
