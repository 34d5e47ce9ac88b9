//! Rules for symbol libraries.

use std::collections::{BTreeSet, HashMap};

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, Suggestions, codes::terraform as codes, nearest_name};
use hcl2_model::{Attribute, Name, TraversalStep};

use super::super::ModuleFile;
use super::super::arguments::{functions_in, references_in};
use super::super::constants::quoted;
use super::super::declaration::Declaration;
use super::declarations_of;
use crate::problems::duplicate;
use crate::table::{
    EDITION_OF_LIBRARIES, Language, Mode, Pack, ROOT_LOCAL, ROOT_PARAMETER, SYMBOL_FUNCTIONS, names,
};

/// Checks the blocks of a file with those of the `others` beside it.
pub(super) fn check(
    file: &ModuleFile,
    others: &[&ModuleFile],
    declarations: &[Declaration],
    pack: &Pack,
    diagnostics: &mut Diagnostics,
) {
    let others: Vec<Declaration> = others
        .iter()
        .flat_map(|other| declarations_of(other, pack.body))
        .collect();
    let library = Library::new(declarations.iter().chain(&others));
    library.check_repeated(file, diagnostics);
    for declaration in declarations {
        match declaration.block_type.name {
            names::LANGUAGE => diagnostics.extend(wrong_edition(declaration)),
            names::FUNCTION => library.check_function(declaration, diagnostics),
            _ => library.check(declaration, &Own::default(), diagnostics),
        }
    }
}

/// Reports an edition that is not the only one.
fn wrong_edition(language: &Declaration) -> Option<Diagnostic> {
    let edition = &language.argument(names::EDITION)?.expression;
    let text = quoted(edition)?;
    (text != EDITION_OF_LIBRARIES).then(|| {
        Diagnostic::error(codes::UNSUPPORTED_VERSION, "Unsupported edition")
            .with_detail(format!(
                "The only edition of symbol libraries is `{EDITION_OF_LIBRARIES}`."
            ))
            .with_subject(edition.span())
    })
}

/// What the files of a library declare.
struct Library<'d> {
    declarations: Vec<&'d Declaration>,
    functions: BTreeSet<&'d Name>,
    types: BTreeSet<&'d Name>,
    /// The libraries that it imports.
    imported: BTreeSet<&'d Name>,
    suggestions: Suggestions,
}

/// What a function declares for its own expressions.
#[derive(Default)]
struct Own<'d> {
    parameters: BTreeSet<&'d Name>,
    /// `None` where local values are not available.
    locals: Option<BTreeSet<&'d Name>>,
}

impl<'d> Library<'d> {
    fn new(declarations: impl Iterator<Item = &'d Declaration> + Clone) -> Self {
        let labelled = |ty: &str| {
            let own = declarations.clone().filter(|own| own.block_type.name == ty);
            own.filter_map(|own| own.first_label()).collect()
        };
        Self {
            functions: labelled(names::FUNCTION),
            types: labelled(names::TYPEDEF),
            imported: labelled(names::SYMBOLS),
            declarations: declarations.collect(),
            suggestions: Suggestions::new(),
        }
    }

    /// Reports values of a file and a language that the library has already.
    fn check_repeated(&self, file: &ModuleFile, diagnostics: &mut Diagnostics) {
        let mut in_order = self.declarations.clone();
        in_order.sort_by_key(|own| (own.span.source, own.span.start));
        let source = file.body.missing_item_span().source;
        let mut values: HashMap<&Name, Span> = HashMap::new();
        let mut language: Option<Span> = None;
        for declaration in in_order {
            let is_own = declaration.span.source == source;
            if declaration.block_type.name == names::LANGUAGE {
                let first = *language.get_or_insert(declaration.span);
                // Those of one file are reported with the file.
                if is_own && first.source != source {
                    let what = "the block `language`";
                    diagnostics.push(duplicate("A library contains", what, declaration.span, first));
                }
            }
            if declaration.block_type.name != names::VALUES {
                continue;
            }
            for value in &declaration.arguments {
                let first = *values.entry(&value.name).or_insert(value.name_span);
                if is_own && first != value.name_span {
                    let what = format!("the value `{}`", value.name);
                    diagnostics.push(duplicate("A library declares", &what, value.name_span, first));
                }
            }
        }
    }

    fn check_function(&self, function: &Declaration, diagnostics: &mut Diagnostics) {
        let parameters = function.blocks_of(names::PARAMETER);
        let mut own = Own {
            parameters: parameters.filter_map(Declaration::first_label).collect(),
            locals: None,
        };
        // Parameters are validated before local values are evaluated.
        for parameter in function.blocks_of(names::PARAMETER) {
            self.check(parameter, &own, diagnostics);
        }
        let locals = function
            .blocks_of(names::LOCALS)
            .flat_map(|block| &block.arguments);
        own.locals = Some(locals.map(|local| &local.name).collect());
        for locals in function.blocks_of(names::LOCALS) {
            self.check(locals, &own, diagnostics);
        }
        for argument in &function.arguments {
            let mode = function
                .block_type
                .body
                .mode_of(&argument.name, Language::OpenTofu);
            if let Some(mode) = mode {
                self.check_argument(argument, mode, &own, diagnostics);
            }
        }
    }

    /// Checks the arguments of a block and of those in it.
    fn check(&self, declaration: &Declaration, own: &Own<'_>, diagnostics: &mut Diagnostics) {
        declaration.visit(Language::OpenTofu, &mut |used| {
            self.check_argument(used.argument, used.mode, own, diagnostics);
        });
    }

    fn check_argument(&self, argument: &Attribute, mode: Mode, own: &Own<'_>, diagnostics: &mut Diagnostics) {
        let is_type = mode == Mode::Type;
        let called = match is_type {
            true => argument.expression.functions(),
            false => functions_in(argument, mode),
        };
        for function in called {
            let Some(name) = function.name.strip_prefix(SYMBOL_FUNCTIONS) else {
                continue;
            };
            diagnostics.extend(self.unknown_symbol(name, is_type, function.span));
        }
        for reference in references_in(argument, mode) {
            let [
                TraversalStep::Root { name: root, .. },
                TraversalStep::Attribute { name, .. },
                ..,
            ] = reference.steps()
            else {
                continue;
            };
            let (known, what) = match root.as_str() {
                ROOT_PARAMETER => (Some(&own.parameters), "parameter"),
                ROOT_LOCAL => (own.locals.as_ref(), "local value"),
                _ => continue,
            };
            if known.is_some_and(|known| known.contains(name)) {
                continue;
            }
            let Some(span) = reference.span() else { continue };
            let sentence = match known {
                Some(_) => format!("The function has no {what} `{name}`."),
                None => format!("No {what} can be used here."),
            };
            let known = known.into_iter().flatten().map(|own| own.as_str());
            diagnostics.push(self.undeclared(what, &sentence, name, known, span));
        }
    }

    /// Returns the problem of a function or type, by its name behind the namespace.
    fn unknown_symbol(&self, name: &str, is_type: bool, span: Span) -> Option<Diagnostic> {
        if let Some((library, _)) = name.split_once("::") {
            let is_imported = self.imported.contains(&Name::from(library));
            let sentence = format!("The library has no block `{} \"{library}\"`.", names::SYMBOLS);
            let known = self.imported.iter().map(|own| own.as_str());
            return (!is_imported)
                .then(|| self.undeclared("symbol library", &sentence, library, known, span));
        }
        let (all, what) = match is_type {
            true => (&self.types, "type"),
            false => (&self.functions, "function"),
        };
        // The types in calls of `convert` are called like functions.
        let written = Name::from(name);
        if all.contains(&written) || self.types.contains(&written) {
            return None;
        }
        let sentence = format!("The library has no {what} `{name}`.");
        Some(self.undeclared(what, &sentence, name, all.iter().map(|own| own.as_str()), span))
    }

    fn undeclared<'n>(
        &self,
        what: &str,
        sentence: &str,
        name: &str,
        known: impl Iterator<Item = &'n str>,
        span: Span,
    ) -> Diagnostic {
        let problem = Diagnostic::error(codes::UNDECLARED, format!("Undeclared {what}")).with_subject(span);
        match nearest_name(name, self.suggestions.among(known)) {
            Some(near) => problem.with_detail(format!("{sentence} Did you mean `{near}`?")),
            None => problem.with_detail(sentence.to_owned()),
        }
    }
}
