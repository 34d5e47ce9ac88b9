//! Variables and outputs of called modules, and attributes of resources, that their authors call deprecated, where they are
//! used.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Severity, Span, codes::terraform as codes};
use hcl2_model::{Attribute, Name, Traversal, TraversalStep};

use crate::address::Address;
use crate::module::{Declaration, ModuleTree, quoted};
use crate::schema::{ProviderSchemas, deprecated_in};
use crate::table::behaviours::{OUTPUTS_OF_ROOT_STAY, WARNS_OF_DEPRECATED_ATTRIBUTES};
use crate::table::{CONDITIONAL, DEFAULTING_FUNCTIONS, Mode, names};

/// Reports deprecated outputs of the root module, which no module can be warned of; with `expected` as the severity.
pub(super) fn check_root(tree: &ModuleTree, expected: Severity, diagnostics: &mut Diagnostics) {
    for (argument, name) in outputs_of_root(tree) {
        let mut problem = Diagnostic::error(codes::MISPLACED_SETTING, "Deprecated output of the root module")
            .with_detail(format!(
                "The output `{name}` of the root module cannot be deprecated, because no module refers to it. Remove the \
                 argument `{}`.",
                names::DEPRECATED
            ))
            .with_subject(argument.span);
        problem.severity = expected;
        diagnostics.push(problem);
    }
}

/// Returns whether the root module has a deprecated output that [`check_root`] reports.
pub(super) fn is_in_root(tree: &ModuleTree) -> bool {
    outputs_of_root(tree).next().is_some()
}

/// Returns the arguments that deprecate outputs of the root module, with the names of these, if its version reports them.
fn outputs_of_root(tree: &ModuleTree) -> impl Iterator<Item = (&Attribute, &Name)> {
    let is_reported = OUTPUTS_OF_ROOT_STAY.is_in(tree.module.version());
    let declarations = tree.module.contents.declarations.iter();
    let outputs = declarations.filter(move |own| is_reported && own.block_type.name == names::OUTPUT);
    outputs.filter_map(|output| output.argument(names::DEPRECATED).zip(output.first_label()))
}

/// Warns of deprecated variables that calls set, and of references to deprecated outputs, with the words of their authors, and
/// of references to attributes that a provider calls deprecated.
/// As in Terraform, conditions and dependencies are no such references, nor is what `try` and `can` are given.
pub(super) fn check(tree: &ModuleTree, schemas: Option<&ProviderSchemas>, diagnostics: &mut Diagnostics) {
    let schemas_of_version = schemas.filter(|schemas| {
        let is_known = schemas.identity().is_some();
        is_known && WARNS_OF_DEPRECATED_ATTRIBUTES.is_in(tree.module.version())
    });
    // Most modules deprecate nothing.
    let deprecates = |block_type: &str| {
        let mut called = tree.calls.values();
        called.any(|inner| deprecates(inner, block_type))
    };
    let (of_variables, of_outputs) = (deprecates(names::VARIABLE), deprecates(names::OUTPUT));
    for declaration in &tree.module.contents.declarations {
        let call = Some(declaration).filter(|own| of_variables && own.block_type.name == names::MODULE);
        if let Some(inner) = call.and_then(|call| tree.calls.get(call.first_label()?)) {
            check_call(declaration, inner, diagnostics);
        }
        if !of_outputs && schemas_of_version.is_none() {
            continue;
        }
        declaration.visit(tree.module.language, &mut |used| {
            let is_condition = CONDITIONAL.contains(&used.block.block_type.name);
            if used.mode == Mode::References || is_condition {
                return;
            }
            let expression = &used.argument.expression;
            let mut tolerant: Option<Vec<Span>> = None;
            for traversal in &used.references() {
                let of_resource = || deprecated_attribute(tree, schemas_of_version?, traversal);
                let Some((warning, span)) = deprecated_output(tree, traversal).or_else(of_resource) else {
                    continue;
                };
                let tolerant = tolerant.get_or_insert_with(|| {
                    let functions = expression.functions().into_iter();
                    let tolerant = functions.filter(|call| DEFAULTING_FUNCTIONS.contains(&&*call.name));
                    tolerant.map(|call| call.call).collect()
                });
                if !tolerant.iter().any(|call| call.encloses(span)) {
                    diagnostics.push(warning);
                }
            }
        });
    }
    for (_, inner) in &tree.calls {
        check(inner, schemas, diagnostics);
    }
}

/// Returns whether a module declares any deprecated variable, or any deprecated output.
fn deprecates(tree: &ModuleTree, block_type: &str) -> bool {
    let mut declared = tree.module.contents.declarations.iter();
    declared.any(|own| own.block_type.name == block_type && own.argument(names::DEPRECATED).is_some())
}

/// Warns of deprecated variables of a called module that a call sets.
fn check_call(call: &Declaration, inner: &ModuleTree, diagnostics: &mut Diagnostics) {
    let arguments = call.arguments.iter().chain(&call.provided);
    for argument in arguments {
        // Null leaves a variable at its default.
        let is_null = argument.expression.keyword().is_some_and(|word| *word == *"null");
        let deprecated = deprecation(inner, names::VARIABLE, &argument.name).filter(|_| !is_null);
        if let Some((message, declared)) = deprecated {
            let summary = "Deprecated variable got a value";
            diagnostics.push(warning(summary, message, argument.expression.span(), declared));
        }
    }
}

/// Returns a warning of a reference to a deprecated output of a called module, and the range of the reference.
fn deprecated_output(tree: &ModuleTree, traversal: &Traversal) -> Option<(Diagnostic, Span)> {
    let Some(Address::Module(call)) = Address::from_traversal(traversal) else {
        return None;
    };
    let inner = tree.calls.get(&call)?;
    // The key of an instance may stand in between.
    let output = traversal
        .steps()
        .iter()
        .skip(2)
        .take(2)
        .find_map(|step| match step {
            TraversalStep::Attribute { name, .. } => Some(name.clone()),
            TraversalStep::Index { key, .. } => {
                let name = key.as_str().map(Name::from)?;
                inner
                    .module
                    .outputs
                    .iter()
                    .any(|output| output.name == name)
                    .then_some(name)
            }
            _ => None,
        })?;
    let (message, declared) = deprecation(inner, names::OUTPUT, &output)?;
    let span = traversal.span()?;
    Some((warning("Deprecated value used", message, span, declared), span))
}

/// Returns a warning of a reference to a part of a resource that its provider calls deprecated, and the range of the reference.
fn deprecated_attribute(
    tree: &ModuleTree,
    schemas: &ProviderSchemas,
    traversal: &Traversal,
) -> Option<(Diagnostic, Span)> {
    let Some(Address::Resource(kind, ty, name)) = Address::from_traversal(traversal) else {
        return None;
    };
    let contents = &tree.module.contents;
    let position = contents
        .declared
        .position(&Address::Resource(kind, ty.clone(), name.clone()))?;
    let configuration = contents.declarations.get(position)?.argument(names::PROVIDER);
    let configuration = configuration.and_then(|argument| argument.expression.native_text());
    let schema = schemas.schema(
        Some(&tree.module),
        kind.described(),
        configuration.as_deref(),
        &ty,
    )?;
    let mut named = traversal.steps().iter().filter_map(|step| match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => Some(name.as_str()),
        _ => None,
    });
    named.find(|step| **step == *name)?;
    let path: Vec<&str> = named.collect();
    let names = deprecated_in(schema.block(), &path)?;
    let span = traversal.span()?;
    let problem = Diagnostic::warning(codes::DEPRECATED, "Deprecated value used")
        .with_detail(format!(
            "The provider calls `{}` of `{ty}` deprecated. Its documentation says what to use instead.",
            path.get(..names)?.join(".")
        ))
        .with_subject(span);
    Some((problem, span))
}

fn warning(summary: &'static str, message: String, subject: Span, declared: Span) -> Diagnostic {
    Diagnostic::warning(codes::DEPRECATED, summary)
        .with_detail(message)
        .with_subject(subject)
        .with_label(declared, "declared here")
}

/// Returns the message of the deprecation of a variable or an output, and its header.
fn deprecation(tree: &ModuleTree, block_type: &str, name: &Name) -> Option<(String, Span)> {
    let mut all = tree.module.contents.declarations.iter();
    let declared = all.find(|own| own.block_type.name == block_type && own.first_label() == Some(name))?;
    let argument = declared.argument(names::DEPRECATED)?;
    Some((quoted(&argument.expression)?, declared.span))
}
