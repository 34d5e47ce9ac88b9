//! What would make a partial plan complete.

use std::collections::{BTreeMap, HashSet};

use hcl2_diagnostics::Outcome;
use hcl2_model::Name;
use hcl2_terraform::{ModuleTree, ResourceKind};

use crate::engine::{Engine, run};
use crate::gaps::{Gap, GapReason, WORKSPACE};
use crate::graph::{NodeId, NodeKind, Referenced};
use crate::options::Inputs;

/// How many nodes are visited to find what hangs on a question.
const MAX_VISITS: usize = 5_000_000;

/// Something that a partial plan does not know, with what hangs on it.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    /// What is not known, and where it is declared.
    pub gap: Gap,
    /// The attributes or outputs that something refers to; empty for a value that is asked for as a whole.
    pub attributes: Vec<Name>,
    /// How many resources and calls have unknown instances because of it.
    pub instances: usize,
    /// How many resources and outputs have unknown parts because of it.
    pub objects: usize,
}

/// Returns what would make the partial plan of a module tree complete, the most telling question first: the one that decides
/// the instances of most resources and calls, then the one that decides most values.
///
/// The diagnostics are those of [`plan`](crate::plan).
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_plan::{Inputs, questions};
/// use hcl2_terraform::table::Language;
/// use hcl2_terraform::{Module, ModuleFile, ModuleTree};
///
/// let text = "variable \"n\" {}\nvariable \"name\" {}\nresource \"terraform_data\" \"a\" {\n  count = var.n\n  input = var.name\n}\n";
/// let source = SourceMap::new().add("main.tf", text)?;
/// let file = ModuleFile::parse(&source, Language::Terraform).value;
/// let module = Module::from_files(&[file], Language::Terraform).value;
/// let tree = ModuleTree { module, ..ModuleTree::default() };
///
/// let inputs = Inputs { is_partial: true, ..Inputs::default() };
/// let questions = questions(&tree, &inputs).value;
/// let asked: Vec<_> = questions.iter().map(|question| (question.gap.address.as_str(), question.instances)).collect();
/// assert_eq!(asked, [("var.n", 1), ("var.name", 0)]);
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
pub fn questions(tree: &ModuleTree, inputs: &Inputs) -> Outcome<Vec<Question>> {
    run(tree, inputs).map(|engine| engine.map_or_else(Vec::new, |engine| Asking::of(&engine).questions()))
}

/// What is known of the nodes of a plan.
struct Asking<'e, 't> {
    engine: &'e Engine<'t>,
    /// Why each node is not known by itself, if an answer would make it known.
    reasons: Vec<Option<GapReason>>,
    is_open: Vec<bool>,
    visits: usize,
}

impl<'e, 't> Asking<'e, 't> {
    fn of(engine: &'e Engine<'t>) -> Self {
        let nodes = 0..engine.prepared.graph.nodes.len();
        Self {
            engine,
            reasons: nodes.clone().map(|node| reason(engine, node)).collect(),
            is_open: nodes.map(|node| engine.is_open(node)).collect(),
            visits: 0,
        }
    }

    fn questions(mut self) -> Vec<Question> {
        let mut found: BTreeMap<NodeId, (usize, usize)> = BTreeMap::new();
        for node in 0..self.is_open.len() {
            let has_unknown_instances = self.engine.unknown_instances.contains(&node);
            let kind = self.engine.prepared.graph.nodes[node].kind;
            let is_object = matches!(kind, NodeKind::Resource(..) | NodeKind::Output(_));
            if is_object && self.is_open[node] {
                let needed = self.engine.prepared.graph.nodes[node].after.clone();
                for source in self.sources_of(needed) {
                    found.entry(source).or_default().1 += 1;
                }
            }
            if has_unknown_instances {
                let needed = self.engine.prepared.graph.needed_by_instances(node);
                for source in self.sources_of(needed) {
                    found.entry(source).or_default().0 += 1;
                }
            }
        }
        // What new objects have is unknown in every plan.
        let is_asked = |node: NodeId, instances: usize| match self.engine.prepared.graph.nodes[node].kind {
            NodeKind::Resource(resource, _) => resource.kind == ResourceKind::Data || instances > 0,
            _ => true,
        };
        let mut questions: Vec<Question> = found
            .into_iter()
            .filter(|(node, (instances, _))| is_asked(*node, *instances))
            .filter_map(|(node, (instances, objects))| {
                Some(Question {
                    gap: self.gap(node)?,
                    attributes: self.attributes(node),
                    instances,
                    objects,
                })
            })
            .collect();
        questions.sort_by(|a, b| {
            let order = (b.instances, b.objects).cmp(&(a.instances, a.objects));
            order.then_with(|| a.gap.address.cmp(&b.gap.address))
        });
        questions
    }

    /// Returns what is not known by itself of all that some nodes need and that is not known.
    fn sources_of(&mut self, mut pending: Vec<NodeId>) -> Vec<NodeId> {
        pending.retain(|node| self.is_open[*node]);
        let mut seen: HashSet<NodeId> = pending.iter().copied().collect();
        let mut sources = Vec::new();
        while let Some(next) = pending.pop() {
            self.visits += 1;
            if self.visits > MAX_VISITS {
                break;
            }
            if self.reasons[next].is_some() {
                sources.push(next);
                continue;
            }
            let after = self.engine.prepared.graph.nodes[next].after.iter();
            pending.extend(after.filter(|other| self.is_open[**other] && seen.insert(**other)));
        }
        sources
    }

    fn gap(&self, node: NodeId) -> Option<Gap> {
        let place = self.engine.prepared.graph.object(node).map(|(_, _, span)| span);
        Some(Gap {
            reason: self.reasons[node]?,
            address: match self.engine.prepared.graph.nodes[node].kind {
                NodeKind::Run => WORKSPACE.to_owned(),
                _ => self.engine.address_of(node),
            },
            detail: None,
            place,
        })
    }

    fn has_several_instances(&self, node: NodeId) -> bool {
        match self.engine.prepared.graph.nodes[node].kind {
            NodeKind::Unread(call) => call.repetition().has_keys(),
            _ => false,
        }
    }

    fn attributes(&self, node: NodeId) -> Vec<Name> {
        match self.engine.prepared.graph.referenced(node) {
            // The outputs of several instances cannot be given.
            Some(Referenced::Attributes(names)) if !self.has_several_instances(node) => {
                names.iter().cloned().collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Returns why a node is not known by itself, if an answer would make it known.
fn reason(engine: &Engine<'_>, node: NodeId) -> Option<GapReason> {
    match engine.prepared.graph.nodes[node].kind {
        NodeKind::Variable(own) if engine.missing_value(own).is_some() => {
            (engine.prepared.graph.nodes[node].module == 0).then_some(GapReason::MissingValue)
        }
        NodeKind::Unread(_) => Some(GapReason::UnreadModule),
        NodeKind::Run => engine
            .prepared
            .inputs
            .known_workspace()
            .is_none()
            .then_some(GapReason::UnknownWorkspace),
        NodeKind::Resource(resource, _) if engine.is_open(node) => match resource.kind {
            ResourceKind::Data => Some(GapReason::UnreadData),
            ResourceKind::Managed => Some(GapReason::UnknownAttributes),
            ResourceKind::Ephemeral => None,
        },
        _ => None,
    }
}
