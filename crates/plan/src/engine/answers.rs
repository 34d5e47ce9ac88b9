//! What a person says in place of providers and of modules that were not read.

use std::collections::BTreeMap;

use hcl2_diagnostics::{Diagnostic, Span, codes::terraform as codes, nearest_name};
use hcl2_model::Name;
use hcl2_terraform::{ModuleCall, ResourceAddress, ResourceKind, Target};
use hcl2_value::{Str, Value};

use super::{Engine, InstanceId, whole};
use crate::answers::{Answer, partly_known, with_answers};
use crate::graph::{NodeId, NodeKind};
use crate::state::StateObject;

impl Engine<'_> {
    /// Returns what is known of an object without a schema: the attributes that it is said to have, but for those that its
    /// configuration, `config`, sets to other values.
    pub(super) fn known_parts(&mut self, node: NodeId, address: &ResourceAddress, config: &Value) -> Value {
        let inputs = self.prepared.inputs;
        let mut known: BTreeMap<Str, Value> = BTreeMap::new();
        let fixture = inputs
            .data
            .object(address)
            .filter(|_| address.kind == ResourceKind::Data);
        if let Some(shown) = fixture.and_then(StateObject::untyped) {
            if shown.contains_marked() {
                self.evaluated.has_secrets.insert(node);
            }
            let fields = shown.fields().into_iter().flat_map(|fields| fields.iter());
            known.extend(fields.map(|(name, value)| (name.clone(), value.clone())));
        }
        let answers = inputs
            .answers
            .of(address, || self.prepared.graph.root_provider(node));
        for (name, answer) in answers.into_iter().flatten() {
            match config.unmark().0.get(&*name) {
                Some(own) if contradicts(&answer, own) => {
                    let address = format!("{address}.{name}");
                    self.warn_of_answer(&address, "the configuration sets another value.", None);
                }
                _ => {
                    known.insert(name, answer);
                }
            }
        }
        if !known.is_empty() {
            self.evaluated.partly_known.insert(node);
        }
        self.parts_of(node, &known)
    }

    /// Returns what is known as a whole of a resource of whose instances only some attributes are known: which they are.
    pub(super) fn whole_of(&self, node: NodeId, value: &Value) -> Value {
        let (instances, marks) = value.unmark();
        let elements = instances.iter_elements();
        let elements = elements.filter(|_| self.prepared.graph.repetition(node).has_keys());
        let Some(elements) = elements else {
            return whole(value);
        };
        let elements = elements.map(|(key, instance)| (key, whole(&instance)));
        let known = match instances.fields() {
            None => Value::tuple(elements.map(|(_, instance)| instance)),
            Some(_) => Value::object(
                elements.filter_map(|(key, instance)| Some((key.as_str()?.to_owned(), instance))),
            ),
        };
        known.with_marks(&marks)
    }

    /// Returns the outputs of a call whose module was not read: those that it is said to have.
    pub(super) fn outputs_of_unread(&self, node: NodeId, instance: InstanceId, call: &ModuleCall) -> Value {
        let answers = &self.prepared.inputs.answers;
        let known = answers.of_call(&self.instances[instance].address, &call.name);
        let known = known.filter(|_| !call.repetition().has_keys());
        known.map_or(Value::DYNAMIC, |known| self.parts_of(node, known))
    }

    /// Returns whether answers have all outputs of a call that expressions refer to by name, in all instances of its caller.
    pub(crate) fn has_all_answers(&self, node: NodeId) -> bool {
        let graph = &self.prepared.graph;
        let (NodeKind::Unread(call), Some(names)) = (graph.nodes[node].kind, graph.referenced(node)) else {
            return false;
        };
        let mut instances = self.instances.of(graph.nodes[node].module);
        let is_answered = |instance: InstanceId| {
            let answers = &self.prepared.inputs.answers;
            let known = answers.of_call(&self.instances[instance].address, &call.name);
            known.is_some_and(|known| names.iter().all(|name| known.contains_key(name.as_str())))
        };
        !names.is_empty() && !call.repetition().has_keys() && instances.all(is_answered)
    }

    fn parts_of(&self, node: NodeId, known: &BTreeMap<Str, Value>) -> Value {
        let referenced = self.prepared.graph.referenced(node).filter(|_| !known.is_empty());
        referenced.map_or(Value::DYNAMIC, |referenced| partly_known(known, referenced))
    }

    /// Returns an object with what it is said to have in place of what only its provider knows.
    pub(super) fn with_answers(&mut self, node: NodeId, address: &ResourceAddress, value: Value) -> Value {
        let answers = &self.prepared.inputs.answers;
        let Some(known) = answers.of(address, || self.prepared.graph.root_provider(node)) else {
            return value;
        };
        let (value, misfits) = with_answers(&value, &known);
        for (name, error) in misfits {
            let why = format!("{error}.");
            self.warn_of_answer(&format!("{address}.{name}"), &why, None);
        }
        value
    }

    /// Warns of answers that are about nothing, or that nothing can take.
    pub(super) fn check_answers(&mut self) {
        let inputs = self.prepared.inputs;
        if inputs.answers.is_shared() {
            return;
        }
        for address in inputs.data.named() {
            if self.prepared.graph.declared_node(address).is_none() {
                self.warn_of_object(address, None);
            }
        }
        for (address, answer) in inputs.answers.objects() {
            let Some(node) = self.prepared.graph.declared_node(address) else {
                self.warn_of_object(address, answer.place);
                continue;
            };
            if self.evaluated.unanswered.contains(&node) {
                self.check_attributes(node, &address.to_string(), answer);
            }
        }
        for ((module, call), answer) in inputs.answers.calls() {
            let graph = &self.prepared.graph;
            let own = graph.module_at(module).map(|module| &graph.modules[module]);
            let node = own.and_then(|own| own.unread.get(call.as_str())).copied();
            let address = format!("{}module.{call}", module.prefix());
            let Some(node) = node else {
                let is_read = own.is_some_and(|own| own.calls.contains_key(call.as_str()));
                let calls = own.into_iter().flat_map(|own| &own.tree.module.calls);
                let names = calls.map(|call| call.name.as_str());
                let names = names.filter(|name| own.is_some_and(|own| own.unread.contains_key(name)));
                let why = match is_read {
                    true => "the module of the call was read.".to_owned(),
                    false => {
                        let near = nearest_name(call, graph.suggestions.among(names));
                        "there is no such call.".to_owned()
                            + &meant(near.map(|near| format!("module.{near}")))
                    }
                };
                self.warn_of_answer(&address, &why, answer.place);
                continue;
            };
            match graph.nodes[node].kind {
                NodeKind::Unread(call) if call.repetition().has_keys() => {
                    let why = "the outputs of a call with several instances cannot be given.";
                    self.warn_of_answer(&address, why, answer.place);
                }
                _ => self.check_attributes(node, &address, answer),
            }
        }
    }

    /// Warns of single attributes and outputs to which no expression refers. Those of a block may be more than are needed.
    fn check_attributes(&mut self, node: NodeId, address: &str, answer: &Answer) {
        if answer.place.is_some() {
            return;
        }
        let referenced = self.prepared.graph.referenced(node).cloned().unwrap_or_default();
        for name in answer.fields.keys() {
            if !referenced.contains(&**name) {
                let names = referenced.iter().map(Name::as_str);
                let names = self.prepared.graph.suggestions.among(names);
                let near = meant(nearest_name(name, names).map(str::to_owned));
                let why = format!("no expression refers to it by its name.{near}");
                self.warn_of_answer(&format!("{address}.{name}"), &why, None);
            }
        }
    }

    fn warn_of_object(&mut self, address: &ResourceAddress, place: Option<Span>) {
        let near = meant(self.prepared.graph.near(&Target::of(address)));
        let why = format!("the configuration declares no such object.{near}");
        self.warn_of_answer(&address.to_string(), &why, place);
    }

    fn warn_of_answer(&mut self, address: &str, why: &str, place: Option<Span>) {
        let detail = format!("The answer for `{address}` has no effect: {why}");
        let warning = Diagnostic::warning(codes::UNDECLARED, "Answer without effect").with_detail(detail);
        self.plan.warnings.push(match place {
            Some(place) => warning.with_subject(place),
            None => warning,
        });
    }
}

/// Returns whether an answer is not what a configuration sets, whatever the type of the attribute is.
fn contradicts(answer: &Value, own: &Value) -> bool {
    let own = own.unmark_deep().0;
    let is_same = |from: &Value, to: &Value| from.convert(to.ty()).is_ok_and(|converted| converted == *to);
    !own.is_null() && own.is_wholly_known() && !is_same(answer, &own) && !is_same(&own, answer)
}

/// Returns the question whether another name was meant.
fn meant(near: Option<String>) -> String {
    near.map_or_else(String::new, |near| format!(" Did you mean `{near}`?"))
}
