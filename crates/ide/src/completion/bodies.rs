//! The arguments and blocks of a body.

use std::collections::BTreeMap;

use hcl2_terraform::table::{Mode, Rest};
use hcl2_wire::schema::Presence;

use super::functions::local_names;
use super::{Completion, CompletionKind, item};
use crate::body::Enclosing;
use crate::document::Document;
use crate::hover::describe_variable;
use crate::workspace::Workspace;

impl Enclosing<'_> {
    /// Returns the arguments that are not set yet, and the blocks.
    pub(super) fn completions(&self, workspace: &Workspace, document: &Document) -> Vec<Completion> {
        let mut arguments: BTreeMap<String, Completion> = BTreeMap::new();
        let mut add =
            |name: &str, ty: String, required: bool, documentation: Option<String>, is_deprecated| {
                if !self.present.iter().any(|present| present == name) {
                    let detail = match (ty.is_empty(), required) {
                        (true, true) => "required".to_owned(),
                        (true, false) => String::new(),
                        (false, true) => format!("{ty}, required"),
                        (false, false) => ty,
                    };
                    let mut item = item(name, CompletionKind::Argument, detail);
                    item.text = format!("{name} = ");
                    item.documentation = documentation;
                    item.is_deprecated = is_deprecated;
                    // Required arguments come first.
                    item.sort_key = Some(format!("{}{name}", if required { 0 } else { 1 }));
                    arguments.insert(name.to_owned(), item);
                }
            };
        let language = workspace.language_of(document);
        for argument in self.body.arguments_for(language) {
            add(argument.name, String::new(), argument.required, None, false);
        }
        for (name, argument) in self.schema.into_iter().flat_map(|schema| &schema.attributes) {
            if argument.presence != Presence::Computed {
                let is_required = argument.presence == Presence::Required;
                let description = Some(argument.description.clone()).filter(|text| !text.is_empty());
                let ty = argument.constraint().to_string();
                add(name, ty, is_required, description, argument.deprecated);
            }
        }
        let called = self.call.and_then(|call| workspace.called(document, call));
        let own = workspace.module_of(document).filter(|_| self.sets_variables());
        let variables = called.iter().map(|(tree, _)| &tree.module).chain(own);
        for variable in variables.flat_map(|module| &module.variables) {
            let documentation = Some(describe_variable(variable));
            let is_required = variable.default.is_none();
            add(
                &variable.name,
                variable.ty.to_string(),
                is_required,
                documentation,
                false,
            );
        }
        let mut providers = local_names(workspace, document);
        let requires_providers = self.body.rest == Rest::Arguments(Mode::ProviderRequirement);
        providers.retain(|name| requires_providers && name != BUILT_IN);
        for name in &providers {
            add(name, "provider".to_owned(), false, None, false);
        }
        for name in &providers {
            if let Some(item) = arguments.get_mut(name) {
                item.text = format!("{name} = {{}}");
                let parts = format!("  source  = \"${{1:hashicorp/{name}}}\"\n  version = \"${{2:>= 0}}\"\n");
                item.snippet = Some(format!("{name} = {{\n{parts}}}"));
            }
        }
        let mut blocks: BTreeMap<String, Completion> = BTreeMap::new();
        let mut add = |name: &str, labels: &[&str], required: &[&str]| {
            let mut item = item(name, CompletionKind::Block, "block");
            item.snippet = Some(block_snippet(name, labels, required));
            item.sort_key = Some(format!("2{name}"));
            blocks.insert(name.to_owned(), item);
        };
        for block in self.body.blocks_for(language) {
            let required = block
                .body
                .arguments_for(language)
                .filter(|argument| argument.required);
            let required: Vec<&str> = required.map(|argument| argument.name).collect();
            add(block.name, block.labels, &required);
        }
        for (name, nested) in self.schema.into_iter().flat_map(|schema| &schema.blocks) {
            let attributes = nested.block.attributes.iter();
            let required = attributes.filter(|(_, attribute)| attribute.presence == Presence::Required);
            let required: Vec<&str> = required.map(|(name, _)| name.as_str()).collect();
            add(name, &[], &required);
        }
        arguments.into_values().chain(blocks.into_values()).collect()
    }
}

/// The provider that needs no requirement.
const BUILT_IN: &str = "terraform";

/// Returns a block with placeholders for its labels, required arguments and the rest of its body.
fn block_snippet(name: &str, labels: &[&str], required: &[&str]) -> String {
    let numbered = labels.iter().enumerate();
    let header = numbered.map(|(index, label)| format!(" \"${{{}:{label}}}\"", index + 1));
    let arguments = required.iter().enumerate();
    let arguments =
        arguments.map(|(index, name)| format!("  {name} = ${{{}:null}}\n", labels.len() + index + 1));
    format!(
        "{name}{} {{\n{}  $0\n}}",
        header.collect::<String>(),
        arguments.collect::<String>()
    )
}
