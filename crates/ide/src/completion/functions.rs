//! The functions of providers.

use std::collections::BTreeSet;

use hcl2_terraform::{FunctionSchema, ProviderSchemas};

use super::{Completion, CompletionKind, Place, item};
use crate::document::Document;
use crate::workspace::Workspace;

/// The namespace of the functions of providers.
const PROVIDER: &str = "provider";

impl Place<'_> {
    /// Returns what may follow the namespace at the end of a source: providers with functions, or the functions of one.
    pub(super) fn functions_in(self, text: &str) -> Vec<Completion> {
        let is_part = |character: char| character.is_alphanumeric() || "_-:".contains(character);
        let path = &text[text.trim_end_matches(is_part).len()..];
        let names: Vec<&str> = path.split("::").collect();
        let Some(schemas) = self.workspace.schemas_of(self.document) else {
            return Vec::new();
        };
        match names[..] {
            [PROVIDER] => {
                let providers = local_names(self.workspace, self.document).into_iter();
                let providers = providers.filter(|name| !self.functions_of(schemas, name).is_empty());
                let shown = providers.map(|name| {
                    let mut item = item(&name, CompletionKind::Module, "provider");
                    item.text = format!("{name}::");
                    item
                });
                shown.collect()
            }
            [PROVIDER, name] => {
                let functions = self.functions_of(schemas, name).into_iter();
                let shown = functions.map(|(name, function)| {
                    let mut item = item(name, CompletionKind::Function, parameters(function));
                    item.snippet = Some(format!("{name}($0)"));
                    item
                });
                shown.collect()
            }
            _ => Vec::new(),
        }
    }

    fn functions_of<'s>(self, schemas: &'s ProviderSchemas, name: &str) -> Vec<(&'s str, FunctionSchema)> {
        let module = self.workspace.module_of(self.document);
        let provider = module.and_then(|module| schemas.provider_in(module, name));
        let functions = provider.into_iter().flat_map(|provider| provider.functions());
        functions
            .map(|(name, function)| (name.as_str(), *function))
            .collect()
    }
}

/// Returns the local names of the providers that the module of a document requires, configures, or has resources of.
pub(super) fn local_names(workspace: &Workspace, document: &Document) -> BTreeSet<String> {
    let Some(module) = workspace.module_of(document) else {
        return BTreeSet::new();
    };
    let required = module.requirements.iter().map(|own| own.name.to_string());
    let configured = module.providers.iter().map(|own| own.name.to_string());
    let types = module.resources().iter();
    let of_types = types.filter_map(|own| Some(own.ty.split_once('_')?.0.to_owned()));
    required.chain(configured).chain(of_types).collect()
}

/// Describes the number of parameters.
fn parameters(function: FunctionSchema) -> String {
    let plural = if function.parameters == 1 { "" } else { "s" };
    let more = if function.is_variadic { " or more" } else { "" };
    format!("{}{more} parameter{plural}", function.parameters)
}
