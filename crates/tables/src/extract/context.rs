//! What a module says about the expressions in its files.

use std::collections::{HashMap, HashSet};

use hcl2_diagnostics::Span;
use hcl2_model::{Block, Expression, ExpressionRef, Name, Traversal};
use hcl2_terraform::{Address, Module, ResourceKind};

/// The objects of a module by their places, and which of them are sensitive.
#[derive(Debug, Default)]
pub(super) struct Context {
    addresses: HashMap<Span, Address>,
    /// Sensitive variables and outputs, and local values that depend on them.
    sensitive: HashSet<Address>,
    pub(super) locals: HashMap<String, ExpressionRef>,
    pub(super) has_module: bool,
}

impl Context {
    pub(super) fn of(module: &Module) -> Self {
        let nodes = module.nodes().iter();
        let mut context = Self {
            addresses: nodes.map(|node| (node.span, node.address.clone())).collect(),
            has_module: !module.sources.is_empty(),
            ..Self::default()
        };
        let variables = module.variables.iter();
        let secrets = variables.filter(|variable| variable.sensitive || variable.ephemeral);
        context.sensitive = secrets
            .map(|variable| Address::Variable(variable.name.clone()))
            .collect();
        let outputs = module.outputs.iter();
        let secrets = outputs.filter(|output| output.sensitive || output.ephemeral);
        let secrets = secrets.map(|output| Address::Output(output.name.clone()));
        context.sensitive.extend(secrets);
        let locals = module.locals.iter();
        context.locals = locals
            .map(|local| (local.name.to_string(), local.value.clone()))
            .collect();
        context.spread(module);
        context
    }

    /// Adds the local values that depend on what is sensitive.
    fn spread(&mut self, module: &Module) {
        if self.sensitive.is_empty() {
            return;
        }
        let mut users: HashMap<&Address, Vec<&Address>> = HashMap::new();
        let is_local = |address: &Address| matches!(address, Address::Local(_));
        for node in module.nodes().iter().filter(|node| is_local(&node.address)) {
            for (to, _) in &node.references {
                users.entry(to).or_default().push(&node.address);
            }
        }
        let mut new: Vec<Address> = self.sensitive.iter().cloned().collect();
        while let Some(address) = new.pop() {
            for user in users.get(&address).into_iter().flatten() {
                if self.sensitive.insert((*user).clone()) {
                    new.push((*user).clone());
                }
            }
        }
    }

    /// Returns the object that a block declares, by its header, or a local value by its name.
    pub(super) fn address(&self, span: Span) -> Option<&Address> {
        self.addresses.get(&span)
    }

    /// Returns the object that a block of a file declares, or that it overrides: those have the place of the overridden block.
    pub(super) fn address_of_block(&self, block: &Block) -> Option<Address> {
        let declared = self.address(block.header_span).cloned();
        declared.or_else(|| {
            let labels: Vec<&Name> = block.labels.iter().map(|label| &label.text).collect();
            let resource = |kind, ty: &Name, name: &Name| Address::Resource(kind, ty.clone(), name.clone());
            Some(match (block.block_type.as_str(), labels.as_slice()) {
                ("variable", [name]) => Address::Variable((*name).clone()),
                ("output", [name]) => Address::Output((*name).clone()),
                ("module", [name]) => Address::Module((*name).clone()),
                ("check", [name]) => Address::Check((*name).clone()),
                ("resource", [ty, name]) => resource(ResourceKind::Managed, ty, name),
                ("data", [ty, name]) => resource(ResourceKind::Data, ty, name),
                ("ephemeral", [ty, name]) => resource(ResourceKind::Ephemeral, ty, name),
                _ => return None,
            })
        })
    }

    pub(super) fn is_sensitive(&self, address: &Address) -> bool {
        self.sensitive.contains(address)
    }

    /// Returns whether an expression refers to what is sensitive.
    pub(super) fn uses_sensitive(&self, expression: &dyn Expression) -> bool {
        let is_sensitive = |traversal: &Traversal| {
            Address::from_traversal(traversal).is_some_and(|address| self.is_sensitive(&address))
        };
        !self.sensitive.is_empty() && expression.variables().iter().any(is_sensitive)
    }
}
