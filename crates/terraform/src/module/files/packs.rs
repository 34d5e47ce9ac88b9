//! References in the languages of other products, and in stacks.

use std::collections::BTreeSet;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, Suggestions, codes::terraform as codes, nearest_name};
use hcl2_model::{Attribute, Attributes, ExpressionRef, FunctionReference, Name, Traversal, TraversalStep};

use super::super::ModuleFile;
use super::super::arguments::{functions_in, references_in};
use super::super::constants::quoted;
use super::super::declaration::Declaration;
use super::super::references::of_instance;
use super::super::scope::Scope;
use super::declared::Declared;
use super::pack_cycles;
use crate::problems::{did_you_mean, duplicate, if_planned};
use crate::table::{
    Bare, Completion, DEFAULTING_FUNCTIONS, Language, Mention, Mode, Pack, ROOT_EACH, Root, names,
};

/// Reports references to what neither the file nor the `others` beside it declare; `arguments` are those of the file.
pub(super) fn check_references(
    file: &ModuleFile,
    others: &[&ModuleFile],
    declarations: &[Declaration],
    arguments: &Attributes,
    pack: &Pack,
    problems: &mut Diagnostics,
) {
    // The files that complete those of a language are of another one.
    let (others, completing) = match pack.completed_by {
        Some(_) => (&[][..], others),
        None => (others, &[][..]),
    };
    let declared = Declared::of(others.iter().copied().chain([file]), pack);
    let start = problems.len();
    let suggestions = Suggestions::new();
    let checks = Checks {
        pack,
        suggestions: &suggestions,
        roots: pack
            .roots
            .iter()
            .map(|root| {
                let mut objects = declared.objects(root);
                if let (Some(objects), Some(completion)) = (&mut objects, &pack.completed_by) {
                    objects.extend(completed(completing, completion, root));
                }
                (root, objects)
            })
            .collect(),
        bare: pack.bare.as_ref().map(|bare| OfBare {
            bare,
            variables: declared.variables(bare),
            functions: declared.labels(&[bare.function]).unwrap_or_default(),
        }),
    };
    for argument in arguments {
        if let Some(mode) = pack.body.mode_of(&argument.name, Language::default()) {
            checks.check(argument, mode, &Scope::default(), &BTreeSet::new(), problems);
        }
    }
    let mentions: Vec<_> = pack
        .mentions
        .iter()
        .filter_map(|mention| Some((mention, declared.labels(mention.named)?)))
        .collect();
    let firsts = declared.firsts();
    for declaration in declarations {
        let labels: Vec<&Name> = declaration.labels.iter().map(|label| &label.text).collect();
        let is_named = !labels.is_empty() && !pack.merged.contains(&declaration.block_type.name);
        // Those of one file are reported with the file.
        if let Some(first) = firsts.get(&(&declaration.name, labels)).filter(|_| is_named)
            && first.source < declaration.span.source
        {
            let what = format!("the block `{}` with these labels", declaration.name);
            let repeated = duplicate("The files contain", &what, declaration.span, *first);
            problems.push(if_planned(repeated, pack.may_be_alone));
        }
        let local = pack
            .bare
            .iter()
            .flat_map(|bare| declaration.introduced(bare.scoped))
            .collect();
        declaration.visit(Language::default(), &mut |used| {
            // What is removed need not be declared.
            let is_removed =
                declaration.block_type.name == names::REMOVED && used.argument.name == *names::FROM;
            if !is_removed {
                checks.check(used.argument, used.mode, used.scope, &local, problems);
            }
        });
        for (mention, named) in &mentions {
            if mention.block == declaration.block_type.name
                && let Some(argument) = declaration.argument(mention.argument)
            {
                check_mentions(argument, mention, named, &suggestions, problems);
            }
        }
    }
    let own = problems.split_off(start);
    problems.append(own.map(|problem| if_planned(problem, pack.is_open)));
    pack_cycles::check(&declared, file.body.missing_item_span(), problems);
}

/// Returns the names of the objects of a root that files of another language declare for those of this one.
fn completed(files: &[&ModuleFile], completion: &Completion, root: &Root) -> Vec<String> {
    let language = Language::default();
    let mut names = Vec::new();
    for file in files {
        let content = file.body.content(&completion.by.body.schema(language)).value;
        for block in &content.blocks {
            let Some(ty) = completion.by.body.block_of(block, language) else {
                continue;
            };
            let within = block.body.content(&ty.body.schema(language)).value;
            for inner in within
                .blocks
                .iter()
                .filter(|inner| *inner.block_type == *completion.block)
            {
                let Some(ty) = ty.body.block_of(inner, language) else {
                    continue;
                };
                let declared = inner.body.content(&ty.body.schema(language)).value;
                let labelled = declared
                    .blocks
                    .iter()
                    .filter(|own| root.labelled.contains(&own.block_type.as_str()));
                names.extend(labelled.filter_map(|own| Some(own.labels.first()?.text.as_str().to_owned())));
            }
        }
    }
    names
}

/// Returns the outermost calls in which what does not exist may have a default value, in source order.
fn defaulted(functions: &[FunctionReference]) -> Vec<Span> {
    let mut outermost: Vec<Span> = Vec::new();
    for function in functions {
        let is_nested = outermost.last().is_some_and(|last| last.encloses(function.call));
        if !is_nested && DEFAULTING_FUNCTIONS.contains(&&*function.name) {
            outermost.push(function.call);
        }
    }
    outermost
}

/// What references can name.
struct Checks<'p> {
    pack: &'p Pack,
    suggestions: &'p Suggestions,
    /// The objects of each root; `None` if not all names are known.
    roots: Vec<(&'p Root, Option<BTreeSet<String>>)>,
    bare: Option<OfBare<'p>>,
}

/// The names that stand alone.
struct OfBare<'p> {
    bare: &'p Bare,
    variables: BTreeSet<String>,
    functions: BTreeSet<String>,
}

impl Checks<'_> {
    /// Reports the references of an argument to what does not exist; `local` are names of its block.
    fn check(
        &self,
        argument: &Attribute,
        mode: Mode,
        scope: &Scope,
        local: &BTreeSet<String>,
        problems: &mut Diagnostics,
    ) {
        let functions = functions_in(argument, mode);
        // What does not exist may have a default value.
        let defaulted = defaulted(&functions);
        let has_default = |span: Span| {
            let before = defaulted.partition_point(|call| call.start <= span.start);
            before
                .checked_sub(1)
                .is_some_and(|last| defaulted[last].encloses(span))
        };
        for traversal in references_in(argument, mode) {
            let is_local =
                |name: &str| scope.iterators.iter().any(|own| *own == *name) || local.contains(name);
            if traversal.root_name().is_none_or(|name| is_local(name))
                || traversal.span().is_some_and(has_default)
            {
                continue;
            }
            problems.extend(self.problem(&traversal, scope, local));
        }
        if let Some(of_bare) = &self.bare {
            problems.extend(
                functions
                    .iter()
                    .filter(|function| !has_default(function.span))
                    .filter_map(|function| of_bare.unknown_function(function, self.suggestions)),
            );
        }
    }

    fn problem(&self, traversal: &Traversal, scope: &Scope, local: &BTreeSet<String>) -> Option<Diagnostic> {
        let root = traversal.root_name()?;
        if let Some((root, objects)) = self.roots.iter().find(|(own, _)| *root == *own.name) {
            let problem = undeclared_object(traversal, root, objects.as_ref()?, self.suggestions)?;
            // Files that complete this one may be elsewhere.
            let completion = self.pack.completed_by.as_ref();
            let may_be_elsewhere = completion.is_some_and(|own| own.roots.contains(&root.name));
            return Some(if_planned(problem, may_be_elsewhere));
        }
        let span = traversal.steps().first()?.span();
        if let Some(of_bare) = &self.bare {
            // A local name has been looked for.
            let known = local.iter().chain(&of_bare.variables).map(String::as_str);
            let known = self.suggestions.among(known);
            let is_declared = of_bare.variables.contains(root.as_str());
            return (!is_declared).then(|| undeclared("variable", "", root, span, known));
        }
        let others = self.pack.other_roots?;
        if *root == *ROOT_EACH.0 {
            return of_instance(traversal, scope);
        }
        if others.contains(&root.as_str()) {
            return None;
        }
        let own = self.roots.iter().map(|(own, _)| own.name);
        let known = own.chain(others.iter().copied());
        Some(undeclared("object", "", root, span, known))
    }
}

impl OfBare<'_> {
    fn unknown_function(
        &self,
        function: &FunctionReference,
        suggestions: &Suggestions,
    ) -> Option<Diagnostic> {
        let name = function.name.as_str();
        if self.bare.functions.contains(&name) || self.functions.contains(name) {
            return None;
        }
        let built_in = self.bare.functions.iter().copied();
        let known = self.functions.iter().map(String::as_str).chain(built_in);
        Some(undeclared(
            "function",
            "",
            name,
            function.span,
            suggestions.among(known),
        ))
    }
}

/// Reports a reference to an object of a root that is not declared.
fn undeclared_object(
    traversal: &Traversal,
    root: &Root,
    objects: &BTreeSet<String>,
    suggestions: &Suggestions,
) -> Option<Diagnostic> {
    let name_of = |step: &TraversalStep| match step {
        TraversalStep::Attribute { name, .. } => Some(name.as_str().to_owned()),
        _ => None,
    };
    let steps = traversal.steps();
    let own = steps.get(1..=root.labels)?;
    let path: Vec<String> = own.iter().map(name_of).collect::<Option<_>>()?;
    let path = path.join(".");
    if objects.contains(&path) {
        return None;
    }
    let span = steps.first()?.span().to(own.last()?.span());
    let known = suggestions.among(objects.iter().map(String::as_str));
    Some(undeclared(
        "object",
        &format!("{}.", root.name),
        &path,
        span,
        known,
    ))
}

/// Reports strings that name blocks that do not exist.
fn check_mentions(
    argument: &Attribute,
    mention: &Mention,
    named: &BTreeSet<String>,
    suggestions: &Suggestions,
    problems: &mut Diagnostics,
) {
    let expression = &argument.expression;
    let values: Vec<ExpressionRef> = match (expression.static_list(), expression.static_map()) {
        (Some(elements), _) => elements,
        (None, Some(entries)) => entries.into_iter().map(|(_, value)| value).collect(),
        (None, None) => return,
    };
    for value in values {
        let Some(text) = quoted(&value) else { continue };
        let name = text.strip_prefix(mention.prefix);
        let Some(name) = name.filter(|name| !named.contains(*name)) else {
            continue;
        };
        let known = suggestions.among(named.iter().map(String::as_str));
        let mut problem = undeclared(mention.named[0], "", name, value.span(), known);
        for suggestion in &mut problem.suggestions {
            suggestion.replacement = format!("\"{}{}\"", mention.prefix, suggestion.replacement);
        }
        problems.push(problem);
    }
}

/// Reports a name that is not declared, with the nearest of the `known` ones. All of them are written after `prefix`.
fn undeclared<'n>(
    what: &str,
    prefix: &str,
    name: &str,
    span: Span,
    known: impl Iterator<Item = &'n str>,
) -> Diagnostic {
    let sentence = format!("No file declares `{prefix}{name}`.");
    let problem = Diagnostic::error(codes::UNDECLARED, format!("Undeclared {what}")).with_subject(span);
    match nearest_name(name, known) {
        Some(near) => {
            let near = format!("{prefix}{near}");
            did_you_mean(problem, &sentence, span, &near, near.as_str())
        }
        None => problem.with_detail(sentence),
    }
}
