//! Which parts of other values a part of the value of an expression comes from.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::ControlFlow;

use hcl2_diagnostics::Span;
use hcl2_model::{EvalContext, ExpressionRef, Name, Traversal, TraversalStep};
use hcl2_value::{InconsistentTypes, Mark, PathStep, Value, Visit};

use super::{Site, Walk, key_of};

/// Parts of values that are marked in all.
pub(super) const MAX_MARKED: usize = 2_000_000;
/// Parts of one reference that are sources each; more are joined.
const MAX_EACH: usize = 8;

/// The mark of a part: its position in the list of paths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct Part(usize);

/// An expression, and the path to the part of its value that is asked for.
pub(super) struct Located {
    pub(super) expression: ExpressionRef,
    pub(super) path: Vec<PathStep>,
    /// Whether it is in a block, where it may see the iterators of dynamic blocks.
    pub(super) is_generated: bool,
}

/// What a part of the value of an expression comes from.
pub(super) struct Traced {
    pub(super) is_literal: bool,
    pub(super) span: Span,
    pub(super) functions: Vec<Name>,
    /// The paths from variables of the context, and whether each only decides a condition.
    pub(super) sources: Vec<(Vec<PathStep>, bool)>,
}

/// The innermost expression of a part, with the conditions on the way to it.
struct Narrowed {
    located: Located,
    conditions: Vec<ExpressionRef>,
}

impl<'t> Walk<'_, 't> {
    /// Returns what the expressions at a site are evaluated in.
    pub(super) fn context(&self, site: &Site<'t>, references: &[Traversal]) -> EvalContext<'static> {
        let needs = self
            .engine
            .prepared
            .graph
            .needs(self.module_of(site.instance), references);
        let mut context = self.engine.context(site.instance, &needs);
        if let Some(own) = &site.own {
            own.variable.add_to(&mut context);
        }
        context
    }

    /// Finds what the expression that `locate` returns comes from. It may find it in another context that has the same
    /// values with more marks.
    pub(super) fn trace(
        &mut self,
        site: &Site<'t>,
        references: &[Traversal],
        locate: &dyn Fn(&EvalContext<'_>) -> Option<Located>,
    ) -> Option<Traced> {
        let context = self.context(site, references);
        let Narrowed { located, conditions } = narrowed(locate(&context)?, &context);
        let expression = &located.expression;
        let mut functions: Vec<Name> = Vec::new();
        for function in expression.functions() {
            if !functions.contains(&function.name) {
                functions.push(function.name);
            }
        }
        // Iterators of dynamic blocks have their values even without a context.
        let is_constant = expression.variables().is_empty()
            && expression.functions().is_empty()
            && expression.evaluate(None).diagnostics.is_empty();
        let is_literal = is_constant && !located.is_generated;
        let used: Vec<Traversal> = if located.is_generated {
            references.to_vec()
        } else {
            let conditions = conditions.iter().flat_map(|condition| condition.variables());
            expression.variables().into_iter().chain(conditions).collect()
        };
        let mut sources = Vec::new();
        if !is_literal || !conditions.is_empty() {
            // Elements first: their sources matter more than that of the collection.
            for is_whole in [false, true] {
                let Some((marked, paths)) = self.marked(&context, &used, is_whole) else {
                    sources = used.iter().map(|reference| (path_of(reference), false)).collect();
                    break;
                };
                let Some(found) = locate(&marked) else { break };
                let Narrowed { located, conditions } = narrowed(found, &marked);
                let value = located.expression.evaluate(Some(&marked)).value;
                let of_value = marks_at(&value, &located.path);
                let of_conditions = conditions
                    .iter()
                    .flat_map(|condition| marks_at(&condition.evaluate(Some(&marked)).value, &[]))
                    .filter(|mark| !of_value.contains(mark))
                    .collect();
                for (marks, is_condition) in [(of_value, false), (of_conditions, true)] {
                    let joined = joined(&marks, &paths, &used);
                    sources.extend(joined.into_iter().map(|path| (path, is_condition)));
                }
                if sources.iter().any(|(_, is_condition)| !is_condition) || is_literal {
                    break;
                }
            }
        }
        let is_plain = is_constant && sources.is_empty() && expression.static_traversal().is_none();
        Some(Traced {
            is_literal: is_literal || is_plain,
            span: expression.span(),
            functions,
            sources,
        })
    }

    /// Marks the parts of the variables that references are to: those without parts or, if `is_whole`, all. Returns `None` if
    /// there are too many.
    fn marked(
        &mut self,
        context: &EvalContext<'static>,
        references: &[Traversal],
        is_whole: bool,
    ) -> Option<(EvalContext<'static>, Vec<Vec<PathStep>>)> {
        let mut marked = context.clone();
        let mut paths: Vec<Vec<PathStep>> = Vec::new();
        let roots: BTreeSet<&Name> = references.iter().filter_map(Traversal::root_name).collect();
        for root in roots {
            let Some(value) = context.variable(root) else {
                continue;
            };
            let counted = value.walk(|_, _| {
                self.parts_left = self.parts_left.saturating_sub(1);
                match self.parts_left {
                    0 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(Visit::Into),
                }
            });
            if counted.is_break() {
                return None;
            }
            let first = PathStep::Attribute(root.as_str().into());
            let with_marks = value.transform(|path, part| {
                let is_inner = part.unmark().0.element_count().is_some_and(|count| count > 0);
                if path.is_empty() || is_inner && !is_whole {
                    return Ok::<Value, InconsistentTypes>(part);
                }
                let mark = Mark::new(Part(paths.len()));
                paths.push([std::slice::from_ref(&first), path.steps()].concat());
                Ok(part.with_mark(mark))
            });
            marked.set_variable(root, with_marks.unwrap_or_else(|_| value.clone()));
        }
        Some((marked, paths))
    }
}

/// Follows a path into the constructors and conditionals of an expression.
fn narrowed(mut located: Located, context: &EvalContext<'_>) -> Narrowed {
    let mut conditions = Vec::new();
    while !located.is_generated {
        let expression = &located.expression;
        if let Some([condition, if_true, if_false]) = expression.static_conditional() {
            let holds = condition.evaluate(Some(context)).value.unmark().0;
            let Some(holds) = holds
                .convert(&hcl2_value::Type::BOOL)
                .ok()
                .and_then(|holds| holds.as_bool())
            else {
                break;
            };
            conditions.push(condition);
            located.expression = if holds { if_true } else { if_false };
            continue;
        }
        let Some(step) = located.path.first() else { break };
        let key = key_of(step);
        let element = if let Some(items) = expression.static_list() {
            let index = key.as_number().and_then(|number| usize::try_from(number).ok());
            index.and_then(|index| items.get(index).cloned())
        } else if let Some(items) = expression.static_map() {
            let is_key = |own: &ExpressionRef| own.evaluate(Some(context)).value.unmark().0 == key;
            let own = items.into_iter().rev().find(|(own, _)| is_key(own));
            own.map(|(_, element)| element)
        } else {
            None
        };
        let Some(element) = element else { break };
        located.expression = element;
        located.path.remove(0);
    }
    Narrowed { located, conditions }
}

/// Returns the marked parts that a part of a value comes from.
fn marks_at(value: &Value, path: &[PathStep]) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut add = |marks: &hcl2_value::Marks| {
        found.extend(
            marks
                .iter()
                .filter_map(|mark| Some(mark.downcast_ref::<Part>()?.0)),
        );
    };
    let mut current = value.clone();
    for step in path {
        let (plain, marks) = current.unmark();
        add(&marks);
        match plain.index(&key_of(step)) {
            Ok(part) => current = part,
            Err(_) => break,
        }
    }
    add(&current.unmark_deep().1);
    found
}

/// The paths of references, each with the position of the first one that has it.
struct Starts {
    positions: HashMap<Vec<Value>, usize>,
    /// The lengths of the paths.
    lengths: BTreeSet<usize>,
}

impl Starts {
    fn of(references: &[Traversal]) -> Self {
        let mut positions = HashMap::new();
        for (position, reference) in references.iter().enumerate() {
            let keys: Vec<Value> = path_of(reference).iter().map(key_of).collect();
            positions.entry(keys).or_insert(position);
        }
        let lengths = positions.keys().map(Vec::len).collect();
        Self { positions, lengths }
    }

    /// Returns the position of the longest one that a path starts with.
    fn longest_of(&self, path: &[PathStep]) -> Option<usize> {
        let keys: Vec<Value> = path.iter().map(key_of).collect();
        let lengths = self.lengths.range(..=keys.len()).rev();
        let mut starts = lengths.map(|length| &keys[..*length]);
        starts.find_map(|start| self.positions.get(start).copied())
    }
}

/// Returns the paths of marked parts. Many of one reference become what they have in common, and what contains another one is
/// left out.
fn joined(marks: &BTreeSet<usize>, paths: &[Vec<PathStep>], references: &[Traversal]) -> Vec<Vec<PathStep>> {
    let is_start = |start: &[PathStep], path: &[PathStep]| {
        start.len() <= path.len() && start.iter().zip(path).all(|(a, b)| key_of(a) == key_of(b))
    };
    let marked: BTreeSet<usize> = marks.iter().copied().collect();
    let starts = Starts::of(references);
    let mut groups: BTreeMap<usize, Vec<&[PathStep]>> = BTreeMap::new();
    for mark in &marked {
        let path = paths[*mark].as_slice();
        let position = starts.longest_of(path).unwrap_or(references.len());
        groups.entry(position).or_default().push(path);
    }
    let mut sources: Vec<Vec<PathStep>> = Vec::new();
    for group in groups.into_values() {
        // A part says more than what it is in.
        let inner: Vec<&[PathStep]> = if group.len() <= MAX_EACH * 4 {
            let is_outer = |path: &[PathStep]| {
                group
                    .iter()
                    .any(|other| other.len() > path.len() && is_start(path, other))
            };
            group.iter().copied().filter(|path| !is_outer(path)).collect()
        } else {
            group
        };
        if inner.len() <= MAX_EACH {
            sources.extend(inner.into_iter().map(<[PathStep]>::to_vec));
        } else {
            let first = inner[0];
            let common = inner.iter().fold(first.len(), |common, path| {
                let same = first
                    .iter()
                    .zip(*path)
                    .take_while(|(a, b)| key_of(a) == key_of(b));
                common.min(same.count())
            });
            sources.push(first[..common].to_vec());
        }
    }
    sources
}

/// Returns a reference as a path from the variables of a context.
fn path_of(reference: &Traversal) -> Vec<PathStep> {
    let steps = reference.steps().iter().map_while(|step| match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => {
            Some(PathStep::Attribute(name.as_str().into()))
        }
        TraversalStep::Index { key, .. } => Some(PathStep::Index(key.clone())),
        TraversalStep::Splat { .. } => None,
    });
    steps.collect()
}
