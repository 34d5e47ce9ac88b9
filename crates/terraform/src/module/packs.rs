//! References in the languages of other products.

use std::collections::HashSet;

use hcl2_diagnostics::{Diagnostic, Diagnostics, codes::terraform as codes, nearest_name};
use hcl2_model::{Traversal, TraversalStep};

use super::ModuleFile;
use super::arguments::references_in;
use super::declaration::Declaration;
use crate::problems::did_you_mean;
use crate::table::{DEFAULTING_FUNCTIONS, Language, Pack, Root};

/// The names of objects after a root.
struct Objects<'p> {
    root: &'p Root,
    /// The names in each path.
    paths: HashSet<Vec<String>>,
}

impl Objects<'_> {
    /// Adds the objects that a file declares.
    fn add(&mut self, file: &ModuleFile, pack: &Pack) {
        let content = file.body.content(&pack.body.schema(Language::default())).value;
        for block in content.blocks {
            let ty = block.block_type.as_str();
            if self.root.labelled.contains(&ty) {
                let labels = block.labels.iter().map(|label| label.text.as_str().to_owned());
                self.paths.insert(labels.collect());
            }
            if self.root.containing.contains(&ty) {
                let attributes = block.body.attributes().value;
                let names = attributes
                    .iter()
                    .map(|attribute| vec![attribute.name.as_str().to_owned()]);
                self.paths.extend(names);
            }
        }
    }

    /// Reports a reference to an object that is not declared.
    fn problem(&self, traversal: &Traversal) -> Option<Diagnostic> {
        let name_of = |step: &TraversalStep| match step {
            TraversalStep::Attribute { name, .. } => Some(name.as_str().to_owned()),
            _ => None,
        };
        let steps = traversal.steps();
        let count = self.root.labels;
        let own = steps.get(1..=count)?;
        let path: Vec<String> = own.iter().map(name_of).collect::<Option<_>>()?;
        if self.paths.contains(&path) {
            return None;
        }
        let span = steps.first()?.span().to(own.last()?.span());
        let joined = |path: &[String]| format!("{}.{}", self.root.name, path.join("."));
        let sentence = format!("No file declares `{}`.", joined(&path));
        let problem = Diagnostic::error(codes::UNDECLARED, "Undeclared object").with_subject(span);
        let all: Vec<String> = self.paths.iter().map(|path| joined(path)).collect();
        Some(
            match nearest_name(&joined(&path), all.iter().map(String::as_str)) {
                Some(near) => did_you_mean(problem, &sentence, span, near, near),
                None => problem.with_detail(sentence),
            },
        )
    }
}

/// Reports references to objects that neither the file nor the `others` beside it declare.
pub(super) fn check_references(
    file: &ModuleFile,
    others: &[&ModuleFile],
    declarations: &[Declaration],
    pack: &Pack,
    problems: &mut Diagnostics,
) {
    let objects: Vec<Objects<'_>> = pack
        .roots
        .iter()
        .map(|root| {
            let mut objects = Objects {
                root,
                paths: HashSet::new(),
            };
            for file in others.iter().copied().chain([file]) {
                objects.add(file, pack);
            }
            objects
        })
        .collect();
    for declaration in declarations {
        declaration.visit(Language::default(), &mut |used| {
            let expression = &used.argument.expression;
            let defaults = |name: &str| DEFAULTING_FUNCTIONS.contains(&name);
            // What does not exist may have a default value.
            if expression
                .functions()
                .iter()
                .any(|function| defaults(&function.name))
            {
                return;
            }
            for traversal in references_in(used.argument, used.mode) {
                let Some(name) = traversal.root_name() else {
                    continue;
                };
                if used.scope.iterators.contains(name) {
                    continue;
                }
                let of_root = objects.iter().find(|objects| *name == *objects.root.name);
                problems.extend(of_root.and_then(|objects| objects.problem(&traversal)));
            }
        });
    }
}
