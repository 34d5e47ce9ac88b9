//! Partial plans of modules in strings.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_functions::{Host, NoHost};
use hcl2_model::Name;
use hcl2_plan::{Inputs, Plan, ResourceInstance, plan};
use hcl2_terraform::table::Language;
use hcl2_terraform::{Module, ModuleFile, ModuleTree, versioned_functions};
use hcl2_value::Value;

/// A root module, and those that it calls by their names.
pub(crate) struct Modules {
    pub(crate) tree: ModuleTree,
    pub(crate) inputs: Inputs,
}

impl Modules {
    pub(crate) fn new(root: &str, called: &[(&str, &str)]) -> Self {
        let mut sources = SourceMap::new();
        let mut read = |path: &str, text: &str| {
            let source = sources
                .add(format!("{path}/main.tf"), text)
                .expect("a small source");
            let file = ModuleFile::parse(&source, Language::Terraform)
                .into_result()
                .expect("the text parses");
            ModuleTree {
                path: path.to_owned(),
                module: Module::from_files(&[file], Language::Terraform).value,
                calls: [].into(),
            }
        };
        let mut tree = read(".", root);
        let called = called
            .iter()
            .map(|(name, text)| (Name::from(*name), read(name, text)));
        tree.calls = called.collect();
        let host: Arc<dyn Host> = Arc::new(NoHost);
        let inputs = Inputs {
            is_partial: true,
            functions: Arc::new(versioned_functions(Language::Terraform, &host)),
            sources,
            ..Inputs::default()
        };
        Self { tree, inputs }
    }

    /// Gives a variable of the root module a value.
    pub(crate) fn variable(mut self, name: &str, value: Value) -> Self {
        self.inputs.variables.insert(name.to_owned(), value);
        self
    }

    /// Plans the modules, which must have no errors.
    pub(crate) fn plan(&self) -> Plan {
        plan(&self.tree, &self.inputs)
            .into_result()
            .expect("the module can be planned")
    }

    /// Returns the codes and details of the errors of the plan.
    pub(crate) fn problems(&self) -> Vec<(&'static str, String)> {
        let found: Diagnostics = plan(&self.tree, &self.inputs).diagnostics;
        let found = found.iter().filter(|problem| problem.is_error());
        found
            .map(|problem| (problem.code.id(), problem.detail.to_string()))
            .collect()
    }
}

/// Returns the addresses of instances.
pub(crate) fn addresses(resources: &[ResourceInstance]) -> Vec<String> {
    resources
        .iter()
        .map(|resource| resource.address.to_string())
        .collect()
}

/// Returns the planned value of an output of the root module.
pub(crate) fn output<'p>(plan: &'p Plan, name: &str) -> &'p Value {
    let mut outputs = plan.outputs.iter().filter(|output| output.name == name);
    &outputs.next().expect("the output is planned").after
}
