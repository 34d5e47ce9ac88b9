//! Plans of modules that are read from files.

use std::path::Path;
use std::sync::Arc;

use hcl2_diagnostics::Error;
use hcl2_functions::Host;
use hcl2_plan::{Inputs, Plan};
use hcl2_terraform::versioned_functions;

use crate::host::DirectoryHost;
use crate::modules::{LoadedModule, ModuleLoader, VariableSource};
use crate::reader::FileReader;

impl ModuleLoader {
    /// Reads a module with those that it calls, and plans it as [`plan`](hcl2_plan::plan) does.
    ///
    /// The loader adds what the inputs leave out: its problems and sources, the values of variables from its
    /// [sources](Self::variables), by default the automatic files, the working directory, and Terraform's functions, which may
    /// read the files of the repository. Warnings are in [`Plan::warnings`].
    ///
    /// # Errors
    ///
    /// [`Error`] with every problem of the module, of its variables and of the plan, and their lines.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use hcl2_plan::Inputs;
    /// use hcl2_project::{Memory, ModuleLoader};
    ///
    /// let files: Memory = [
    ///     ("infra/main.tf", "variable \"names\" {\n  type = list(string)\n}\nresource \"terraform_data\" \"one\" {\n  for_each = toset(var.names)\n}\n"),
    ///     ("infra/terraform.tfvars", "names = [\"a\", \"b\"]\n"),
    /// ]
    /// .into_iter()
    /// .collect();
    /// let loader = ModuleLoader::new().files(Arc::new(files));
    /// let plan = loader.plan("infra", Inputs::default())?;
    /// let addresses: Vec<String> = plan.resources.iter().map(|resource| resource.address.to_string()).collect();
    /// assert_eq!(addresses, ["terraform_data.one[\"a\"]", "terraform_data.one[\"b\"]"]);
    ///
    /// let mut inputs = Inputs::default();
    /// inputs.variables.insert("names".to_owned(), vec!["c"].into());
    /// assert_eq!(loader.plan("infra", inputs)?.resources.len(), 1);
    /// # Ok::<(), hcl2_diagnostics::Error>(())
    /// ```
    pub fn plan(&self, directory: impl AsRef<Path>, mut inputs: Inputs) -> Result<Plan, Error> {
        let directory = directory.as_ref();
        let LoadedModule {
            tree,
            sources,
            diagnostics,
        } = self.clone().nested().load_partial(directory);
        inputs.found.append(diagnostics);
        let mut reader = FileReader {
            files: Arc::clone(&self.files),
            sources,
            ..FileReader::default()
        };
        let automatic = [VariableSource::AutomaticFiles];
        for source in self.variables.as_deref().unwrap_or(&automatic) {
            for given in source.read(directory, &tree.module, &mut reader) {
                let Some(variable) = tree.module.variables.named(&given.name) else {
                    continue;
                };
                let name = given.name.to_string();
                // The program's own values win; of the sources, a later one does.
                let is_own = inputs.variables.contains_key(&name) && !inputs.channels.contains_key(&name);
                if !is_own {
                    inputs.channels.insert(name.clone(), given.channel());
                    inputs.variables.insert(name, given.value_for(Some(variable)));
                }
            }
        }
        inputs.found_in_variables.append(reader.diagnostics);
        inputs.sources = reader.sources;
        if inputs.host.is_none() && inputs.functions.iter().next().is_none() {
            let host: Arc<dyn Host> = Arc::new(DirectoryHost::of_module(
                Arc::clone(&self.files),
                directory,
                &tree,
            )?);
            inputs.functions = Arc::new(versioned_functions(tree.module.version(), &host));
            inputs.host = Some(host);
        }
        if inputs.working_directory.is_empty() {
            let full = self
                .files
                .canonical(directory)
                .unwrap_or_else(|_| directory.to_owned());
            inputs.working_directory = full.display().to_string();
        }
        let planned = hcl2_plan::plan(&tree, &inputs).into_result();
        planned.map_err(|problems| Error::new(problems).with_sources(inputs.sources))
    }
}
