//! The names in files of stacks and of other languages.

use hcl2_diagnostics::{Diagnostics, Span};
use hcl2_model::{Attribute, Attributes, ExpressionRef, Name, Traversal, TraversalStep};

use super::super::constants::{name_of as name_in, quoted, reference, unquoted};
use super::super::declaration::Declaration;
use super::super::files::declarations;
use super::super::{Instances, ModuleFile};
use super::references::{Names, name_of};
use super::{Mention, MentionRole, Mentioned, Mentions, NamedObject, WrittenCall, bare, elements};
use crate::address::Address;
use crate::table::{Bare, Called, Calling, FileKind, Language, Mode, Pack, ROOT_VARIABLE, Rest, names};

/// Returns what a file of a language mentions. The names in files without roots of references are not known.
pub(super) fn mentions(file: &ModuleFile, pack: &'static Pack) -> Mentions {
    let names = Names {
        source: &file.source,
        is_test: false,
        runs: &[],
        tested: None,
    };
    let mut reader = Reader {
        pack,
        names,
        found: Mentions::default(),
    };
    let arguments = file.body.attributes().report_into(&mut Diagnostics::new());
    if let Some(kind) = pack.values_of {
        for value in &arguments {
            let object = variable(kind, &value.name);
            reader.push(Vec::new(), object, value.name_span, MentionRole::Value);
        }
        return reader.found;
    }
    let blocks = declarations(file, Language::default());
    // What a block declares for files elsewhere is not known here.
    let completes = |block: &Declaration| {
        block
            .blocks
            .iter()
            .any(|inner| inner.block_type.name == COMPLETING)
    };
    if blocks.iter().any(completes) {
        return reader.found;
    }
    for block in &blocks {
        reader.declare(block);
        for calling in pack
            .callings
            .iter()
            .filter(|own| own.block == block.block_type.name)
        {
            reader.call(calling, block, &arguments);
        }
        reader.add_strings(block);
        let is_removal = block.block_type.name == names::REMOVED;
        block.visit(Language::default(), &mut |used| {
            let role = match is_removal && used.argument.name == *names::FROM {
                true => MentionRole::Move,
                false => MentionRole::Reference,
            };
            reader.refer(used.argument, used.mode, &used.scope.iterators, role);
        });
        if let Some(bare) = &pack.bare {
            reader.add_bare(bare, block);
        }
    }
    if let Some(bare) = &pack.bare {
        for argument in &arguments {
            let object = reader.object(bare.variable, vec![argument.name.clone()]);
            reader.push(Vec::new(), object, argument.name_span, MentionRole::Declaration);
            reader.refer_to_bare(bare, argument, &[]);
        }
    }
    if pack.body.rest == Rest::Nothing {
        for argument in &arguments {
            if let Some(mode) = pack.body.mode_of(&argument.name, Language::default()) {
                reader.refer(argument, mode, &[], MentionRole::Reference);
            }
        }
    }
    reader.found
}

/// The block of a stack of Terragrunt that completes the files of its units.
const COMPLETING: &str = "autoinclude";

/// Returns the variable of files of a kind.
fn variable(kind: FileKind, name: &Name) -> Mentioned {
    Mentioned::Named(NamedObject {
        kind,
        root: ROOT_VARIABLE.into(),
        labels: vec![name.clone()],
    })
}

struct Reader<'r> {
    pack: &'static Pack,
    names: Names<'r>,
    found: Mentions,
}

impl Reader<'_> {
    fn push(&mut self, calls: Vec<Name>, object: Mentioned, span: Span, role: MentionRole) {
        let span = bare(self.names.source, span);
        self.found.all.push(self.names.mention(calls, object, span, role));
    }

    fn object(&self, root: &str, labels: Vec<Name>) -> Mentioned {
        Mentioned::Named(NamedObject {
            kind: self.pack.kind,
            root: root.into(),
            labels,
        })
    }

    /// Adds what a block declares.
    fn declare(&mut self, block: &Declaration) {
        let ty = block.block_type.name;
        let labelled = |number: usize| {
            let labels = block.labels.get(..number)?;
            let names: Vec<Name> = labels.iter().map(|label| label.text.clone()).collect();
            Some((names, labels.last()?.span))
        };
        for root in self.pack.roots {
            if root.labelled.contains(&ty)
                && let Some((labels, span)) = labelled(root.labels)
            {
                let object = self.object(root.name, labels);
                self.push(Vec::new(), object, span, MentionRole::Declaration);
            }
            if root.containing.contains(&ty) {
                for argument in &block.arguments {
                    let object = self.object(root.name, vec![argument.name.clone()]);
                    self.push(Vec::new(), object, argument.name_span, MentionRole::Declaration);
                }
            }
        }
        let mut mentions = self.pack.mentions.iter();
        let is_mentioned = mentions.any(|mention| mention.named.contains(&ty));
        if (is_mentioned || self.pack.outputs.contains(&ty))
            && let Some((labels, span)) = labelled(block.labels.len())
        {
            let object = self.object(ty, labels);
            self.push(Vec::new(), object, span, MentionRole::Declaration);
        }
    }

    /// Adds a block that uses something in another directory, and the names there that it sets.
    fn call(&mut self, calling: &Calling, block: &Declaration, beside: &Attributes) {
        let name = call_name(calling, block.first_label().map(Name::as_str));
        if let Some(source) = calling.source {
            self.found.calls.push(WrittenCall {
                name: name.clone(),
                source: block
                    .argument(source)
                    .and_then(|source| path_of(&source.expression)),
                has_keys: block.instances() != Instances::One,
            });
        }
        let calls = calls_of(calling, name.clone());
        let inputs = calling.inputs.and_then(|inputs| match calling.is_beside {
            true => beside.get(inputs),
            false => block.argument(inputs),
        });
        for (key, name) in inputs.map_or_else(Vec::new, |inputs| keys(&inputs.expression)) {
            let object = match calling.called {
                Called::Files(kind) => variable(kind, &name),
                _ => Mentioned::Object(Address::Variable(name)),
            };
            self.push(calls.clone(), object, key, MentionRole::Value);
        }
        let outputs = calling.outputs.and_then(|outputs| block.argument(outputs));
        for (key, name) in outputs.map_or_else(Vec::new, |outputs| keys(&outputs.expression)) {
            let object = Mentioned::Object(Address::Output(name));
            self.push(calls.clone(), object, key, MentionRole::Value);
        }
        if let Some(providers) = block
            .argument(names::PROVIDERS)
            .filter(|_| calling.called == Called::Module)
        {
            for (key, _) in providers.expression.static_map().unwrap_or_default() {
                let start = self.found.all.len();
                self.names.provider(&key, &mut self.found.all);
                for mention in &mut self.found.all[start..] {
                    mention.calls.clone_from(&calls);
                }
            }
        }
    }

    /// Adds the names in an argument.
    fn refer(&mut self, argument: &Attribute, mode: Mode, iterators: &[Name], role: MentionRole) {
        let expression = &argument.expression;
        let paths = match mode {
            Mode::Expression | Mode::Early | Mode::EarlyVersion => expression.paths(),
            Mode::References => {
                let elements = elements(expression).into_iter();
                elements
                    .flat_map(|element| match reference(&element) {
                        Some(found) => vec![found],
                        None => unquoted(element).paths(),
                    })
                    .collect()
            }
            _ => return,
        };
        for path in paths {
            if path.root_name().is_some_and(|root| !iterators.contains(root)) {
                self.refer_to(&path, role);
            }
        }
    }

    /// Adds the names in a reference.
    fn refer_to(&mut self, path: &Traversal, role: MentionRole) {
        let steps = path.steps();
        let Some(first) = steps.first().and_then(name_of) else {
            return;
        };
        if let Some(root) = self.pack.roots.iter().find(|root| root.name == first) {
            let labels = steps.get(1..=root.labels).unwrap_or_default();
            let names: Option<Vec<Name>> = labels.iter().map(|step| Some(name_of(step)?.into())).collect();
            let span = labels.last().and_then(|last| self.names.name_span(last));
            if let (Some(names), Some(span)) = (names, span) {
                let object = self.object(root.name, names);
                self.push(Vec::new(), object, span, role);
            }
        }
        if let Some(calling) = self.pack.callings.iter().find(|own| own.block == first)
            && let Some(name) = steps.get(1).and_then(name_of)
        {
            let calls = calls_of(calling, call_name(calling, Some(name)));
            self.found.all.extend(self.output(calling, calls, &steps[2..]));
        }
    }

    /// Returns the name of the output that is selected from something in another directory.
    fn output(&self, calling: &Calling, calls: Vec<Name>, rest: &[TraversalStep]) -> Option<Mention> {
        let is_through = |step: &TraversalStep| calling.through.is_some_and(|own| name_of(step) == Some(own));
        let (step, is_of_single) = match rest {
            [through, step, ..] if calling.through.is_some() && is_through(through) => (step, false),
            _ if calling.through.is_some() => return None,
            [step @ TraversalStep::Attribute { .. }, ..] => (step, false),
            [
                TraversalStep::Index { .. } | TraversalStep::Splat { .. },
                step @ TraversalStep::Attribute { .. },
                ..,
            ] => (step, false),
            [step @ TraversalStep::Index { .. }, ..] => (step, true),
            _ => return None,
        };
        let name = Name::from(name_of(step)?);
        let object = match calling.called {
            Called::Files(kind) => Mentioned::Named(NamedObject {
                kind,
                root: names::OUTPUT.into(),
                labels: vec![name],
            }),
            _ => Mentioned::Object(Address::Output(name)),
        };
        let mention = self
            .names
            .mention(calls, object, self.names.name_span(step)?, MentionRole::Reference);
        Some(Mention {
            is_of_single,
            ..mention
        })
    }

    /// Adds the names that stand alone in a block: what it declares, and what its arguments refer to.
    fn add_bare(&mut self, bare: &Bare, block: &Declaration) {
        let ty = block.block_type.name;
        if [bare.variable, bare.function].contains(&ty)
            && let [label] = &block.labels[..]
        {
            let object = self.object(ty, vec![label.text.clone()]);
            self.push(Vec::new(), object, label.span, MentionRole::Declaration);
        }
        let local = block.introduced(bare.scoped);
        block.visit(Language::default(), &mut |used| {
            if used.mode == Mode::Expression {
                self.refer_to_bare(bare, used.argument, &local);
            }
        });
    }

    /// Adds the variables and functions that an argument names, without those that are `local`.
    fn refer_to_bare(&mut self, bare: &Bare, argument: &Attribute, local: &[String]) {
        let expression = &argument.expression;
        for reference in expression.variables() {
            let Some(first) = reference.steps().first() else {
                continue;
            };
            let Some(name) = name_of(first) else { continue };
            let is_root = self.pack.roots.iter().any(|root| root.name == name);
            if !is_root && local.iter().all(|own| own != name) {
                let object = self.object(bare.variable, vec![name.into()]);
                self.push(Vec::new(), object, first.span(), MentionRole::Reference);
            }
        }
        for function in expression.functions() {
            let object = self.object(bare.function, vec![Name::from(&*function.name)]);
            self.push(Vec::new(), object, function.span, MentionRole::Reference);
        }
    }

    /// Adds the strings that name blocks, in a block and in those within it.
    fn add_strings(&mut self, block: &Declaration) {
        for mention in self.pack.mentions {
            if mention.block != block.block_type.name {
                continue;
            }
            let listed = block.argument(mention.argument);
            let strings = listed.map_or_else(Vec::new, |listed| strings(&listed.expression));
            for root in mention.named {
                let mut used: Vec<Vec<Name>> = Vec::new();
                for (text, span) in &strings {
                    if let Some(name) = text.strip_prefix(mention.prefix) {
                        used.push(self.add_string(root, name, *span));
                    }
                }
                self.add_filters(root, mention.prefix, block, &mut used);
            }
        }
    }

    /// Adds the object that a string names, whose last part is at the end of a range.
    fn add_string(&mut self, root: &str, name: &str, span: Span) -> Vec<Name> {
        let labels: Vec<Name> = name.split('.').map(Name::from).collect();
        let span = bare(self.names.source, span);
        let length = labels.last().map_or(0, |last| last.len() as u32);
        let last = Span::new(
            span.source,
            span.end.saturating_sub(length).max(span.start),
            span.end,
        );
        // Escapes are no part of a name.
        if labels
            .last()
            .is_some_and(|own| self.names.source.slice(last) == own.as_bytes())
        {
            let object = self.object(root, labels.clone());
            self.push(Vec::new(), object, last, MentionRole::Reference);
        }
        labels
    }

    /// Adds the names in the blocks within one; `used` are the objects that the block names.
    fn add_filters(&mut self, root: &str, prefix: &str, block: &Declaration, used: &mut Vec<Vec<Name>>) {
        let filters = &self.pack.filters;
        for inner in &block.blocks {
            if filters.labelled.contains(&inner.block_type.name)
                && let Some(label) = inner.labels.first()
            {
                let name = label.text.strip_prefix(prefix).unwrap_or(&label.text);
                used.push(self.add_string(root, name, label.span));
            }
        }
        for inner in &block.blocks {
            for argument in &inner.arguments {
                let name = argument.name.as_str();
                if filters.elements.contains(&name) {
                    for (text, span) in strings(&argument.expression) {
                        self.add_string(root, &text, span);
                    }
                }
                if filters.keys.contains(&name) {
                    for (key, own) in keys(&argument.expression) {
                        let full = used.iter().find(|labels| labels.last() == Some(&own)).cloned();
                        if let Some(labels) = full {
                            let object = self.object(root, labels);
                            self.push(Vec::new(), object, key, MentionRole::Reference);
                        }
                    }
                }
            }
            self.add_filters(root, prefix, inner, used);
        }
    }
}

/// Returns the name of a block that uses something in another directory.
fn call_name(calling: &Calling, label: Option<&str>) -> Name {
    Name::from(format!("{}.{}", calling.block, label.unwrap_or_default()))
}

/// Returns the calls that lead to what a block uses.
fn calls_of(calling: &Calling, name: Name) -> Vec<Name> {
    match calling.called {
        _ if calling.source.is_none() => Vec::new(),
        Called::ModuleOf(block) => vec![name, Name::from(format!("{block}."))],
        _ => vec![name],
    }
}

/// Returns a path: a constant, or one that starts with a function that names a directory.
fn path_of(expression: &ExpressionRef) -> Option<String> {
    let text = match quoted(expression) {
        Some(text) => text,
        None => {
            let text = expression.native_text()?;
            let text = text.strip_prefix('"')?.strip_suffix('"')?;
            match text.strip_prefix("${get_terragrunt_dir()}/") {
                Some(rest) => format!("./{rest}"),
                None => text.to_owned(),
            }
        }
    };
    // What follows two slashes is a directory in what is copied.
    Some(text.replacen("//", "/", 1))
}

/// Returns the keys of an object, or of those that a function merges, with their ranges.
fn keys(expression: &ExpressionRef) -> Vec<(Span, Name)> {
    if let Some(entries) = expression.static_map() {
        let entries = entries.into_iter();
        return entries
            .filter_map(|(key, _)| Some((key.span(), Name::from(name_in(&key)?))))
            .collect();
    }
    let call = expression.static_call().filter(|call| *call.name == *"merge");
    let arguments = call.map(|call| call.arguments).unwrap_or_default();
    arguments.iter().flat_map(keys).collect()
}

/// Returns the constant strings of a list, or of the values of a map, with their ranges.
fn strings(expression: &ExpressionRef) -> Vec<(String, Span)> {
    let values = expression.static_list().unwrap_or_else(|| {
        let entries = expression.static_map().unwrap_or_default();
        entries.into_iter().map(|(_, value)| value).collect()
    });
    let strings = values.iter();
    strings
        .filter_map(|element| Some((quoted(element)?, element.span())))
        .collect()
}
