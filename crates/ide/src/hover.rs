//! Short descriptions of what an offset refers to.

use std::path::Path;

use hcl2_diagnostics::Span;
use hcl2_model::Name;
use hcl2_terraform::{Address, Module, ResourceKind, Variable};
use hcl2_wire::schema::Presence;

use crate::body::body_at;
use crate::document::Document;
use crate::functions;
use crate::target::{Target, target};
use crate::workspace::Workspace;

/// A short description.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The description, as Markdown.
    pub text: String,
    /// The range it applies to.
    pub span: Span,
}

impl Workspace {
    /// Describes the object, function, argument or block type at an offset.
    #[must_use]
    pub fn hover(&self, path: &Path, offset: u32) -> Option<Hover> {
        let document = self.document(path)?;
        let (target, span) = target(self, document, offset)?;
        let module = self.module_of(document);
        let text = match target {
            Target::Function(name) => functions::description(&name)?,
            Target::Object(address) => self.object(module?, &address)?,
            Target::Output { call, output } => self.output(document, module?, &call, &output)?,
            Target::Argument(name) => self.argument(document, offset, &name)?,
            Target::BlockType(name) => self.block_type(document, span, &name)?,
        };
        Some(Hover { text, span })
    }

    fn object(&self, module: &Module, address: &Address) -> Option<String> {
        let node = module.nodes().iter().find(|node| node.address == *address)?;
        let header = self.source_text(node.span);
        Some(match address {
            Address::Variable(name) => {
                let variable = module.variables.named(name)?;
                describe_variable(variable)
            }
            Address::Local(name) => {
                let local = module.locals.named(name)?;
                let value = local.value.native_text();
                let value = value.unwrap_or_else(|| self.source_text(local.value.span()));
                format!("```hcl\nlocal.{name} = {value}\n```")
            }
            Address::Output(name) => {
                let output = module.outputs.named(name)?;
                described(format!("```hcl\n{header}\n```"), output.description.as_deref())
            }
            Address::Module(name) => {
                let call = module.calls.named(name)?;
                let source = call.source.as_deref().unwrap_or("?");
                let version = call.version.as_deref().map(|version| format!(", {version}"));
                let version = version.unwrap_or_default();
                format!("```hcl\n{header}\n```\n\nThe module in `{source}`{version}.")
            }
            Address::Resource(kind, ty, _) => {
                let what = match kind {
                    ResourceKind::Managed => "A resource",
                    ResourceKind::Data => "A data source",
                    ResourceKind::Ephemeral => "An ephemeral resource",
                };
                format!("```hcl\n{header}\n```\n\n{what} of type `{ty}`.")
            }
            Address::Provider(..) | Address::Check(_) => format!("```hcl\n{header}\n```"),
        })
    }

    fn output(&self, document: &Document, module: &Module, call: &Name, output: &Name) -> Option<String> {
        let called = module.calls.named(call)?;
        let (tree, _) = self.called(document, called)?;
        let output = tree.module.outputs.named(output)?;
        let value = output.value.as_ref().and_then(|value| value.native_text());
        let value = value
            .map(|value| format!("  value = {value}\n"))
            .unwrap_or_default();
        let text = format!("```hcl\noutput \"{}\" {{\n{value}}}\n```", output.name);
        Some(described(text, output.description.as_deref()))
    }

    fn argument(&self, document: &Document, offset: u32, name: &str) -> Option<String> {
        let enclosing = body_at(self, document, offset)?;
        if let Some(argument) = enclosing.body.argument(name, self.language_of(document)) {
            let need = if argument.required { "required" } else { "optional" };
            return Some(format!("`{name}`: an argument of the language, {need}."));
        }
        if let Some(call) = enclosing.call {
            let (tree, _) = self.called(document, call)?;
            let variables = &tree.module.variables;
            let variable = variables.iter().find(|variable| variable.name.as_str() == name)?;
            return Some(describe_variable(variable));
        }
        let argument = enclosing.schema?.attributes.get(name)?;
        let need = match argument.presence {
            Presence::Required => "required",
            Presence::Optional | Presence::OptionalComputed => "optional",
            Presence::Computed => return None,
        };
        let ty = argument.constraint();
        Some(format!(
            "```hcl\n{name} = {ty}\n```\n\nAn argument of the provider, {need}."
        ))
    }

    fn block_type(&self, document: &Document, span: Span, name: &str) -> Option<String> {
        let enclosing = body_at(self, document, span.start)?;
        let block = enclosing.body.block(name, self.language_of(document))?;
        let labels: Vec<String> = block
            .labels
            .iter()
            .map(|label| format!(" \"<{label}>\""))
            .collect();
        let required: Vec<String> = block
            .body
            .arguments_in(self.language_of(document))
            .filter(|argument| argument.required)
            .map(|argument| format!("  {} = ...\n", argument.name))
            .collect();
        Some(format!(
            "```hcl\n{name}{} {{\n{}}}\n```",
            labels.concat(),
            required.concat()
        ))
    }

    fn source_text(&self, span: Span) -> String {
        let source = self.sources().get(span.source);
        source.map_or_else(String::new, |source| {
            String::from_utf8_lossy(source.slice(span)).into_owned()
        })
    }
}

/// Returns the type, default and description of a variable, as Markdown.
pub(crate) fn describe_variable(variable: &Variable) -> String {
    let name = &variable.name;
    let mut text = format!("```hcl\nvariable \"{name}\" {{\n  type = {}\n", variable.ty);
    match &variable.default {
        Some(_) if variable.is_secret() => text.push_str("  default = (sensitive value)\n"),
        Some(value) => {
            let value = hcl2_native::literal(value).unwrap_or_else(|| "...".to_owned());
            text.push_str(&format!("  default = {value}\n"));
        }
        None => text.push_str("  # required\n"),
    }
    if variable.sensitive {
        text.push_str("  sensitive = true\n");
    }
    text.push_str("}\n```");
    described(text, variable.description.as_deref())
}

fn described(text: String, description: Option<&str>) -> String {
    match description {
        Some(description) => format!("{text}\n\n{description}"),
        None => text,
    }
}
