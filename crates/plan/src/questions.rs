//! What would make a partial plan complete.

use std::collections::{HashMap, HashSet};

use hcl2_diagnostics::{Outcome, Span};
use hcl2_model::{Name, Traversal};
use hcl2_terraform::{ModuleTree, ResourceKind};

use crate::engine::{Engine, run};
use crate::gaps::{Gap, GapReason, WORKSPACE};
use crate::graph::{NodeId, NodeKind};
use crate::options::Inputs;

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

/// A set of questions: those of one pass through the graph.
type Asked = u128;

/// What is known of the nodes of a plan.
struct Asking<'e, 't> {
    engine: &'e Engine<'t>,
    /// Why each node is not known by itself, if an answer would make it known.
    reasons: Vec<Option<GapReason>>,
    is_open: Vec<bool>,
}

/// What needs a set of nodes.
struct Needing {
    needed: Vec<NodeId>,
    /// Whether only the instances need it, not the values.
    is_of_instances: bool,
}

impl<'e, 't> Asking<'e, 't> {
    fn of(engine: &'e Engine<'t>) -> Self {
        let nodes = 0..engine.prepared.graph.nodes.len();
        let mut asking = Self {
            engine,
            reasons: nodes.clone().map(|node| reason(engine, node)).collect(),
            is_open: nodes
                .map(|node| engine.is_open(node) && !engine.has_all_answers(node))
                .collect(),
        };
        asking.add_failing();
        asking
    }

    /// Asks for the variables whose defaults make an expression fail.
    fn add_failing(&mut self) {
        let engine = self.engine;
        let graph = &engine.prepared.graph;
        let mut places: HashMap<&str, Vec<Span>> = HashMap::new();
        for gap in &engine.plan.gaps {
            if let (GapReason::FailedEvaluation, Some(place)) = (gap.reason, gap.place) {
                places.entry(&gap.address).or_default().push(place);
            }
        }
        let mut pending: Vec<NodeId> = Vec::new();
        for node in (0..self.is_open.len()).filter(|node| engine.is_incomplete(*node)) {
            let Some(places) = places.get(engine.address_of(node).as_str()) else {
                continue;
            };
            let is_failing = |reference: &&Traversal| {
                let span = reference.span();
                span.is_some_and(|span| places.iter().any(|place| place.encloses(span)))
            };
            for (module, references) in graph.references_of(node) {
                let failing: Vec<Traversal> = references.iter().filter(is_failing).cloned().collect();
                pending.extend(graph.nodes_of(module, &failing));
            }
        }
        let mut seen: HashSet<NodeId> = HashSet::new();
        while let Some(node) = pending.pop() {
            if !seen.insert(node) {
                continue;
            }
            match graph.nodes[node].kind {
                NodeKind::Variable(own)
                    if graph.nodes[node].module == 0 && engine.prepared.inputs.has(own) => {}
                NodeKind::Variable(_) if graph.nodes[node].module == 0 => {
                    self.reasons[node] = Some(GapReason::MissingValue);
                    self.is_open[node] = true;
                }
                NodeKind::Variable(_) | NodeKind::Local(_) | NodeKind::Output(_) => {
                    self.is_open[node] = true;
                    pending.extend(&graph.nodes[node].after);
                }
                _ => {}
            }
        }
    }

    fn questions(self) -> Vec<Question> {
        let all = self.needing();
        let asked: Vec<NodeId> = (0..self.reasons.len())
            .filter(|node| self.is_open[*node] && self.reasons[*node].is_some())
            .collect();
        let mut questions = Vec::new();
        for some in asked.chunks(Asked::BITS as usize) {
            let reached = self.reached(some);
            let mut counts = vec![(0, 0); some.len()];
            for needing in &all {
                let mut found = union(&reached, &needing.needed);
                while found != 0 {
                    let (instances, objects) = &mut counts[found.trailing_zeros() as usize];
                    match needing.is_of_instances {
                        true => *instances += 1,
                        false => *objects += 1,
                    }
                    found &= found - 1;
                }
            }
            let counted = some.iter().zip(counts);
            questions.extend(
                counted.filter_map(|(node, (instances, objects))| self.question(*node, instances, objects)),
            );
        }
        questions.sort_by(|a, b| {
            let order = (b.instances, b.objects).cmp(&(a.instances, a.objects));
            order.then_with(|| a.gap.address.cmp(&b.gap.address))
        });
        questions
    }

    fn question(&self, node: NodeId, instances: usize, objects: usize) -> Option<Question> {
        if instances + objects == 0 {
            return None;
        }
        // What new objects have is unknown in every plan.
        let is_asked = match self.engine.prepared.graph.nodes[node].kind {
            NodeKind::Resource(resource, _) => resource.kind == ResourceKind::Data || instances > 0,
            _ => true,
        };
        Some(Question {
            gap: self.gap(node).filter(|_| is_asked)?,
            attributes: self.attributes(node),
            instances,
            objects,
        })
    }

    /// Returns what each object with unknown values needs, and what each one with unknown instances needs for these.
    fn needing(&self) -> Vec<Needing> {
        let graph = &self.engine.prepared.graph;
        let mut all = Vec::new();
        for node in 0..self.is_open.len() {
            let is_object = matches!(
                graph.nodes[node].kind,
                NodeKind::Resource(..) | NodeKind::Output(_)
            );
            if is_object && self.is_open[node] {
                all.push(Needing {
                    needed: graph.nodes[node].after.clone(),
                    is_of_instances: false,
                });
            }
            if self.engine.has_open_instances(node) {
                all.push(Needing {
                    needed: graph.needed_by_instances(node),
                    is_of_instances: true,
                });
            }
        }
        all
    }

    /// Returns for each node on which of some questions it hangs. An answer to a question makes known what hangs on that alone, so
    /// what is behind a question does not count.
    fn reached(&self, asked: &[NodeId]) -> Vec<Asked> {
        let prepared = &self.engine.prepared;
        let mut reached: Vec<Asked> = vec![0; self.is_open.len()];
        for (position, node) in asked.iter().enumerate() {
            reached[*node] = 1 << position;
        }
        for &node in prepared.order.positions() {
            if self.is_open[node] && self.reasons[node].is_none() {
                reached[node] = union(&reached, &prepared.graph.nodes[node].after);
            }
        }
        reached
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
            Some(names) if !self.has_several_instances(node) => names.iter().cloned().collect(),
            _ => Vec::new(),
        }
    }
}

fn union(reached: &[Asked], nodes: &[NodeId]) -> Asked {
    nodes.iter().fold(0, |all, node| all | reached[*node])
}

/// Returns why a node is not known by itself, if an answer would make it known.
fn reason(engine: &Engine<'_>, node: NodeId) -> Option<GapReason> {
    match engine.prepared.graph.nodes[node].kind {
        // One without a value, or whose default is refused.
        NodeKind::Variable(own) if engine.prepared.graph.nodes[node].module == 0 => {
            let is_asked = engine.is_open(node) && !engine.prepared.inputs.has(own);
            is_asked.then_some(GapReason::MissingValue)
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
