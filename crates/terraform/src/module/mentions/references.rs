//! The names in references.

use hcl2_diagnostics::{Source, Span};
use hcl2_model::{ExpressionRef, Name, Traversal, TraversalStep};

use super::super::constants::{reference, unquoted};
use super::super::declaration::Declaration;
use super::{Mention, MentionRole, Mentioned};
use crate::address::{Address, ResourceKind};
use crate::table::{OTHER_ROOTS, ROOT_LOCAL, ROOT_RESOURCE, ROOT_VARIABLE, names};

/// Where names are found.
pub(super) struct Names<'r> {
    pub(super) source: &'r Source,
    pub(super) is_test: bool,
    /// The runs of a file of tests, with the sources of the modules that they test.
    pub(super) runs: &'r [(Name, Option<String>)],
    /// The source of the module that the enclosing run tests.
    pub(super) tested: Option<&'r String>,
}

/// The references of a declaration.
pub(super) struct Referring<'r> {
    pub(super) names: Names<'r>,
    /// The block of the file that contains them.
    pub(super) top: &'r Declaration,
    /// The role of addresses.
    pub(super) role: MentionRole,
}

impl Referring<'_> {
    /// Adds the names in references, except in those to iterators of dynamic blocks.
    pub(super) fn add_paths(&self, paths: &[Traversal], iterators: &[Name], mentions: &mut Vec<Mention>) {
        for path in paths {
            let Some(root) = path.root_name() else { continue };
            if iterators.contains(root) {
                continue;
            }
            self.names.reference(path, paths, mentions);
        }
    }
}

/// Returns the names of the calls at the start of an address.
pub(super) fn calls_of(address: &Traversal) -> Vec<Name> {
    let mut calls = Vec::new();
    let mut steps = address.steps();
    while let Some((name, rest)) = call_at(steps) {
        calls.push(name.clone());
        steps = rest;
    }
    calls
}

/// Returns the resource or call that an address is, if it is no more than that.
pub(super) fn whole_object(address: &Traversal) -> Option<Address> {
    let (object, length) = object_at(address.steps(), false)?;
    let is_whole = length == address.steps().len();
    (is_whole && matches!(object, Address::Resource(..) | Address::Module(_))).then_some(object)
}

/// Splits steps into the name of the call that they start with and what follows it and its key.
fn call_at(steps: &[TraversalStep]) -> Option<(&Name, &[TraversalStep])> {
    let [start, TraversalStep::Attribute { name, .. }, rest @ ..] = steps else {
        return None;
    };
    if name_of(start)? != names::MODULE {
        return None;
    }
    let rest = match rest {
        [
            TraversalStep::Index { .. } | TraversalStep::Splat { .. },
            rest @ ..,
        ] => rest,
        rest => rest,
    };
    Some((name, rest))
}

/// Returns the name that a step selects: an attribute, or a constant string in brackets.
pub(super) fn name_of(step: &TraversalStep) -> Option<&str> {
    match step {
        TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => Some(name),
        TraversalStep::Index { key, .. } => key.as_str(),
        TraversalStep::Splat { .. } => None,
    }
}

/// Returns the address that steps start with, and how many steps it has.
fn object_at(steps: &[TraversalStep], is_test: bool) -> Option<(Address, usize)> {
    let name = |number: usize| steps.get(number).and_then(name_of).map(Name::from);
    // The names of resources are always after a dot.
    let attribute = |number: usize| match steps.get(number)? {
        TraversalStep::Attribute { name, .. } => Some(name.clone()),
        _ => None,
    };
    let resource = |kind| Some((Address::Resource(kind, attribute(1)?, attribute(2)?), 3));
    match name_of(steps.first()?)? {
        ROOT_RESOURCE => resource(ResourceKind::Managed),
        names::DATA => resource(ResourceKind::Data),
        names::EPHEMERAL => resource(ResourceKind::Ephemeral),
        ROOT_VARIABLE => Some((Address::Variable(name(1)?), 2)),
        ROOT_LOCAL => Some((Address::Local(name(1)?), 2)),
        names::MODULE => Some((Address::Module(name(1)?), 2)),
        names::OUTPUT if is_test => Some((Address::Output(name(1)?), 2)),
        names::CHECK => Some((Address::Check(name(1)?), 2)),
        other if OTHER_ROOTS.contains(&other) => None,
        other => Some((
            Address::Resource(ResourceKind::Managed, other.into(), attribute(1)?),
            2,
        )),
    }
}

impl Names<'_> {
    pub(super) fn mention(
        &self,
        calls: Vec<Name>,
        object: Mentioned,
        span: Span,
        role: MentionRole,
    ) -> Mention {
        Mention {
            tested: self.tested.cloned(),
            calls,
            object,
            span,
            role,
            is_of_single: false,
        }
    }

    /// Adds the names of a reference in an expression, one of `all`.
    pub(super) fn reference(&self, path: &Traversal, all: &[Traversal], mentions: &mut Vec<Mention>) {
        let steps = path.steps();
        if self.is_test && steps.first().and_then(name_of) == Some(names::RUN) {
            self.run(steps, mentions);
            return;
        }
        let Some((address, length)) = object_at(steps, self.is_test) else {
            return;
        };
        let Some(span) = self.name_span(&steps[length - 1]) else {
            return;
        };
        let call = match &address {
            Address::Module(call) => Some(call.clone()),
            _ => None,
        };
        mentions.push(self.mention(
            Vec::new(),
            Mentioned::Object(address),
            span,
            MentionRole::Reference,
        ));
        if let Some(call) = call
            && !self.output(&steps[length..], call, mentions)
            && !is_start_of_another(path, all)
            && let Some(last) = mentions.last_mut()
        {
            last.role = MentionRole::Whole;
        }
    }

    /// Adds the output that is selected from a call. Returns whether there is one.
    fn output(&self, rest: &[TraversalStep], call: Name, mentions: &mut Vec<Mention>) -> bool {
        let (step, is_of_single) = match rest {
            [step @ TraversalStep::Attribute { .. }, ..] => (step, false),
            [
                TraversalStep::Index { .. } | TraversalStep::Splat { .. },
                step @ TraversalStep::Attribute { .. },
                ..,
            ] => (step, false),
            [step @ TraversalStep::Index { key, .. }, ..] if key.as_str().is_some() => (step, true),
            _ => return false,
        };
        let (Some(name), Some(span)) = (name_of(step), self.name_span(step)) else {
            return false;
        };
        let object = Mentioned::Object(Address::Output(name.into()));
        let mention = self.mention(vec![call], object, span, MentionRole::Reference);
        mentions.push(Mention {
            is_of_single,
            ..mention
        });
        true
    }

    /// Adds the names of a reference to a run of the file.
    fn run(&self, steps: &[TraversalStep], mentions: &mut Vec<Mention>) {
        let Some(name) = steps.get(1).and_then(name_of) else {
            return;
        };
        let Some(span) = self.name_span(&steps[1]) else {
            return;
        };
        let run = Name::from(name);
        mentions.push(Mention {
            tested: None,
            ..self.mention(
                Vec::new(),
                Mentioned::Run(run.clone()),
                span,
                MentionRole::Reference,
            )
        });
        let output = steps
            .get(2)
            .and_then(|step| Some((name_of(step)?, self.name_span(step)?)));
        let known = self.runs.iter().find(|(own, _)| *own == run);
        if let (Some((output, span)), Some((_, tested))) = (output, known) {
            let object = Mentioned::Object(Address::Output(output.into()));
            mentions.push(Mention {
                tested: tested.clone(),
                ..self.mention(Vec::new(), object, span, MentionRole::Reference)
            });
        }
    }

    /// Adds the names in the address of a module, a resource or an instance.
    pub(super) fn target(&self, address: &Traversal, role: MentionRole, mentions: &mut Vec<Mention>) {
        let mut calls = Vec::new();
        let mut steps = address.steps();
        while let Some((name, rest)) = call_at(steps) {
            if let Some(span) = self.name_span(&steps[1]) {
                let object = Mentioned::Object(Address::Module(name.clone()));
                mentions.push(self.mention(calls.clone(), object, span, role));
            }
            calls.push(name.clone());
            steps = rest;
        }
        if let Some((object @ Address::Resource(..), length)) = object_at(steps, false)
            && let Some(span) = self.name_span(&steps[length - 1])
        {
            mentions.push(self.mention(calls, Mentioned::Object(object), span, role));
        }
    }

    /// Adds the alias in a reference to the configuration of a provider.
    pub(super) fn provider(&self, expression: &ExpressionRef, mentions: &mut Vec<Mention>) {
        let whole = reference(expression);
        let found = whole.or_else(|| unquoted(expression.clone()).paths().into_iter().next());
        if let Some(found) = &found
            && let [
                TraversalStep::Root { name, .. },
                step @ TraversalStep::Attribute { name: alias, .. },
                ..,
            ] = found.steps()
            && let Some(span) = self.name_span(step)
        {
            let object = Address::Provider(name.clone(), Some(alias.clone()));
            let object = Mentioned::Object(object);
            mentions.push(self.mention(Vec::new(), object, span, MentionRole::Reference));
        }
    }

    /// Returns the range of the name that a step selects.
    pub(super) fn name_span(&self, step: &TraversalStep) -> Option<Span> {
        let span = step.span();
        let text = self.source.slice(span);
        let at = |start: usize, end: usize| {
            Span::new(span.source, span.start + start as u32, span.start + end as u32)
        };
        match step {
            TraversalStep::Root { .. } => Some(span),
            // The name is the last word after the dot; a comment may be between them.
            TraversalStep::Attribute { .. } => {
                let is_outside = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'.' | b'/');
                let start = text.iter().rposition(is_outside).map_or(0, |last| last + 1);
                (start < text.len()).then(|| at(start, text.len()))
            }
            TraversalStep::Index { .. } => {
                let start = text.iter().position(|byte| *byte == b'"')? + 1;
                let end = text.iter().rposition(|byte| *byte == b'"')?;
                let end = if text.get(end.checked_sub(1)?) == Some(&b'\\') {
                    end - 1
                } else {
                    end
                };
                (start < end).then(|| at(start, end))
            }
            TraversalStep::Splat { .. } => None,
        }
    }
}

/// Returns whether another reference continues one.
fn is_start_of_another(path: &Traversal, all: &[Traversal]) -> bool {
    let Some(last) = path.steps().last().map(TraversalStep::span) else {
        return false;
    };
    let number = path.steps().len();
    all.iter().any(|other| {
        other.steps().len() > number
            && other
                .steps()
                .get(number - 1)
                .is_some_and(|step| step.span() == last)
    })
}
