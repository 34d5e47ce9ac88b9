//! What a plan needs and never changes: the graph of the modules, and what follows from it and from the inputs alone.

use std::collections::HashSet;
use std::sync::Arc;

use hcl2_model::FunctionTable;
use hcl2_terraform::{Order, ProviderFunctions};

use crate::graph::{Graph, NodeId, StaticModule};
use crate::imports::Imports;
use crate::limit::Limit;
use crate::options::Inputs;
use crate::providers::Providers;
use crate::simulation::Simulation;

/// A plan before anything is evaluated.
#[derive(Debug)]
pub(crate) struct Prepared<'t> {
    pub(crate) graph: Graph<'t>,
    pub(crate) inputs: &'t Inputs,
    /// What providers answer.
    pub(crate) simulation: &'t Simulation,
    pub(crate) providers: Providers,
    /// The functions, of which unpredictable ones have unknown results.
    pub(crate) functions: Arc<FunctionTable>,
    /// The functions of providers, by the modules that require them.
    pub(crate) provider_functions: Vec<Arc<ProviderFunctions>>,
    /// The order in which nodes are evaluated.
    pub(crate) order: Order,
    /// What the plan is limited to, if there are targets.
    pub(crate) limit: Option<Limit>,
    pub(crate) imports: Imports,
    /// The resources whose replacements are created before the old objects are destroyed.
    pub(crate) created_first: HashSet<NodeId>,
    /// The resources of which modules that were not read may decide the same.
    pub(crate) may_be_created_first: HashSet<NodeId>,
}

impl<'t> Prepared<'t> {
    pub(crate) fn of(
        graph: Graph<'t>,
        providers: Providers,
        inputs: &'t Inputs,
        simulation: &'t Simulation,
    ) -> Self {
        // Imported objects may be replaced too.
        let has_objects = inputs.state.is_some() || !graph.imports.is_empty();
        let (created_first, may_be_created_first) = match has_objects {
            true => (graph.created_first(), graph.needed_by_unread()),
            false => (HashSet::new(), HashSet::new()),
        };
        let version = graph.version();
        let functions_of = |module: &StaticModule<'_>| {
            Arc::new(ProviderFunctions::of(&module.tree.module, Some(&inputs.schemas)))
        };
        let order = graph.order();
        Self {
            provider_functions: graph.modules.iter().map(functions_of).collect(),
            functions: match simulation.applies {
                true => inputs.functions_of(version).into(),
                false => inputs.functions_of_plan(version),
            },
            imports: Imports::of(&graph),
            limit: Limit::of(&graph, &inputs.targets, order.positions()),
            graph,
            inputs,
            simulation,
            providers,
            order,
            created_first,
            may_be_created_first,
        }
    }
}
