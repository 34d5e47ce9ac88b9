//! What decides the values of expressions: their tokens, and the objects that they refer to.

use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};

use hcl2_diagnostics::{Source, Span};
use hcl2_model::{Expression, ExpressionRef, Name, Traversal, TraversalStep};
use hcl2_native::lexer::{Start, TokenKind, lex};
use hcl2_native::tree::TextRange;
use hcl2_native::{NativeExpression, parse_expression};
use hcl2_terraform::table::roots;
use hcl2_terraform::{Address, Resource};
use hcl2_value::{PathStep, Value};

use super::{Decided, Search, Site, hash_of, known};
use crate::graph::{ModuleId, NodeId, NodeKind, output_of};

/// The function that has an unknown result if a file is known, but not what is inserted into it.
const RENDERING: [&str; 2] = ["templatefile", "core::templatefile"];

impl<'t> Search<'_, 't> {
    /// Returns what decides the value of an expression: its tokens, and what it refers to.
    pub(super) fn expression(&self, site: Site<'_>, expression: &ExpressionRef) -> Decided {
        let text = format!("{expression:?}");
        let span = expression.span();
        let mut by = Vec::new();
        let mut references: Vec<(TextRange, String)> = Vec::new();
        let paths = expression.paths();
        let paths = own_paths(&paths);
        for reference in &expression.variables() {
            let Some(place) = reference.span() else { continue };
            let path = root_of(reference).and_then(|root| paths.get(&root).copied());
            match self.object(site.module, reference, path.unwrap_or(reference)) {
                Some((length, object, hash)) => {
                    let rest = &reference.steps()[length..];
                    let rest: String = rest.iter().map(ToString::to_string).collect();
                    let place = TextRange::new(place.start - span.start, place.end - span.start);
                    references.push((place, rest));
                    by.push((object, hash));
                }
                None => {
                    let root = reference.root_name().map(|name| name.as_str());
                    let is_own = [roots::COUNT.0, roots::EACH.0].map(Some).contains(&root);
                    if let Some(repeated) = site.repeated.filter(|_| is_own) {
                        by.extend(self.repetition(repeated).by);
                    }
                }
            }
        }
        let mut hasher = DefaultHasher::new();
        // The source of a string in JSON may be longer than what it stands for.
        let is_written = text.len() == (span.end - span.start) as usize;
        let all = TextRange::new(0, text.len() as u32);
        let mut references = references.iter().filter(|_| is_written).peekable();
        for token in lex(text.as_bytes(), all, Start::Code).iter() {
            let range = token.range;
            while references
                .next_if(|(place, _)| place.end <= range.start)
                .is_some()
            {}
            match references.peek() {
                Some((place, rest)) if place.start == range.start => rest.hash(&mut hasher),
                Some((place, _)) if place.start < range.start => {}
                _ if is_layout(token.kind) => {}
                _ => text
                    .get(range.start as usize..range.end as usize)
                    .hash(&mut hasher),
            }
        }
        for file in self.rendered(site, &**expression, &text) {
            file.hash(&mut hasher);
        }
        Decided {
            own: hasher.finish(),
            by,
        }
    }

    /// Returns the contents of the files that an expression renders.
    fn rendered(&self, site: Site<'_>, expression: &dyn Expression, text: &str) -> Vec<Vec<u8>> {
        let engine = self.engine;
        let (Some(host), Some(instance)) = (
            &engine.prepared.inputs.host,
            engine.instances.of(site.module).next(),
        ) else {
            return Vec::new();
        };
        let start = expression.span().start;
        let functions = expression.functions().into_iter();
        let calls = functions.filter(|function| RENDERING.contains(&function.name.as_str()));
        let files = calls.filter_map(|function| {
            let range =
                function.call.start.checked_sub(start)? as usize..(function.call.end - start) as usize;
            let source = Source::new("template", text.get(range)?).ok()?;
            let file = parse_expression(&source).into_result().ok()?;
            let call = file.root().expr()?;
            let call = NativeExpression::new(file, call).static_call()?;
            let path = call.arguments.first()?;
            let needs = engine.prepared.graph.needs(site.module, &path.paths());
            let path = path.evaluate(&engine.context(instance, &needs)).value;
            host.read(path.unmark_deep().0.as_str()?).ok()
        });
        files.collect()
    }

    /// Returns the object that a reference is to, with the number of steps that name it and a hash of all that decides it.
    fn object(
        &self,
        module: ModuleId,
        reference: &Traversal,
        path: &Traversal,
    ) -> Option<(usize, String, u64)> {
        let graph = &self.engine.prepared.graph;
        let own = &graph.modules[module];
        let decided = |length: usize, node: NodeId| {
            let object = &self.addresses[node];
            let (_, hash) = self.unknown.objects.get(object)?;
            Some((length, object.clone(), *hash))
        };
        match Address::from_traversal(reference)? {
            Address::Variable(name) => decided(2, *own.variables.get(name.as_str())?),
            Address::Local(name) => decided(2, *own.locals.get(name.as_str())?),
            Address::Module(name) => {
                let Some(called) = own.calls.get(name.as_str()) else {
                    let unread = own.unread.get(name.as_str())?;
                    return decided(2, *unread);
                };
                let outputs = &graph.modules[*called].outputs;
                if let Some(output) = output_of(reference).and_then(|output| outputs.get(output.as_str())) {
                    return decided(2, *output);
                }
                decided(2, graph.modules[*called].close)
            }
            Address::Resource(kind, ty, name) => {
                let node = graph.resource(module, kind, &ty, &name)?;
                let NodeKind::Resource(resource, _) = graph.nodes[node].kind else {
                    return None;
                };
                let length = if *reference.root_name()? == *resource.ty {
                    2
                } else {
                    3
                };
                let Some(attribute) = graph.attribute_in(path, node) else {
                    return decided(length, node);
                };
                match self.attribute(node, resource, attribute) {
                    Some(hash) => Some((length, self.addresses[node].clone(), hash)),
                    None => decided(length, node),
                }
            }
            _ => None,
        }
    }

    /// Returns a hash of what decides an attribute of a resource; `None` if only the provider knows how it follows from the others.
    fn attribute(&self, node: NodeId, resource: &'t Resource, name: Name) -> Option<u64> {
        let key = (node, name);
        if let Some(found) = self.attributes.borrow().get(&key) {
            return *found;
        }
        let site = Site {
            module: self.engine.prepared.graph.nodes[node].module,
            repeated: Some(&self.addresses[node]),
        };
        let step = PathStep::Attribute(key.1.as_str().into());
        let known = self.known_attribute(node, resource, &key.1);
        let decided = known.or_else(|| self.part(site, &resource.body, &[step]));
        let hash = decided.map(|decided| decided.hash());
        self.attributes.borrow_mut().insert(key, hash);
        hash
    }

    /// Returns what decides a node that has a known value in all instances of its module: this value.
    pub(super) fn known(&self, node: NodeId) -> Option<Decided> {
        let values: Option<Vec<Value>> = self.engine.evaluated.of(node).iter().map(known).collect();
        let values = values.filter(|values| !values.is_empty())?;
        Some(Decided {
            own: hash_of(values),
            by: Vec::new(),
        })
    }

    /// Returns what decides an attribute that is known in all instances of a resource.
    pub(super) fn known_attribute(
        &self,
        node: NodeId,
        resource: &Resource,
        attribute: &str,
    ) -> Option<Decided> {
        let mut values = Vec::new();
        for value in self.engine.evaluated.of(node) {
            let value = value.unmark().0;
            match resource.repetition().has_keys() {
                false => values.push(known(value.get(attribute)?)?),
                true if !value.is_known() => return None,
                true => {
                    for (key, instance) in value.iter_elements()? {
                        values.push(key);
                        values.push(known(instance.unmark().0.get(attribute)?)?);
                    }
                }
            }
        }
        (!values.is_empty()).then(|| Decided {
            own: hash_of(values),
            by: Vec::new(),
        })
    }
}

/// Returns the paths that are those of references, by the places of their roots: each is the shortest one from there. Others
/// lead on to an element, or past brackets.
fn own_paths(paths: &[Traversal]) -> HashMap<Span, &Traversal> {
    let mut own: HashMap<Span, &Traversal> = HashMap::new();
    for path in paths {
        let Some(root) = root_of(path) else { continue };
        let shortest = own.entry(root).or_insert(path);
        if path.steps().len() < shortest.steps().len() {
            *shortest = path;
        }
    }
    own
}

/// Returns the place of the first step of a reference.
fn root_of(reference: &Traversal) -> Option<Span> {
    reference.steps().first().map(TraversalStep::span)
}

const fn is_layout(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Space | TokenKind::Newline | TokenKind::Comment)
}
