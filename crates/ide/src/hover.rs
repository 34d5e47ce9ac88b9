//! Short descriptions of what an offset refers to.

use std::path::Path;

use hcl2_diagnostics::Span;
use hcl2_model::Name;
use hcl2_terraform::{Address, Local, Module, ResourceKind, Variable};
use hcl2_wire::schema::Presence;

use crate::body::body_at;
use crate::document::Document;
use crate::functions;
use crate::links::page_of;
use crate::target::{Target, target};
use crate::values::{alone, shown};
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
            Target::Object(address) => self.object(document, module?, &address)?,
            Target::Output { call, output } => self.output(document, module?, &call, &output)?,
            Target::Argument(name) => self.argument(document, offset, &name)?,
            Target::BlockType(name) => self.block_type(document, span, &name)?,
        };
        Some(Hover { text, span })
    }

    fn object(&self, document: &Document, module: &Module, address: &Address) -> Option<String> {
        let declared = module.declared_at(address)?;
        let header = self.source_text(declared);
        let mut text = match address {
            Address::Variable(name) => {
                let variable = module.variables.named(name)?;
                describe_variable(variable)
            }
            Address::Local(name) => {
                let local = module.locals.named(name)?;
                let value = local.value.native_text();
                let value = value.unwrap_or_else(|| self.source_text(local.value.span()));
                let known = self.known_value(document, module, local);
                described(format!("```hcl\nlocal.{name} = {value}\n```"), known.as_deref())
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
                let mut text = format!("```hcl\n{header}\n```\n\n{what} of type `{ty}`.");
                let mut resources = module.resources().iter();
                let own = resources.find(|own| own.span == declared);
                let configuration = own.and_then(|own| own.provider.as_deref());
                let schemas = self.schemas_of(document);
                let schema = schemas
                    .and_then(|schemas| schemas.schema(Some(module), kind.described(), configuration, ty));
                if let Some(schema) = schema {
                    let block = schema.block();
                    add_schema(&mut text, &block.description, block.deprecated);
                }
                if let Some(page) = page_of(module, kind.block_type(), ty) {
                    text.push_str(&format!("\n\n[Documentation]({page})"));
                }
                text
            }
            Address::Provider(..) | Address::Check(_) => format!("```hcl\n{header}\n```"),
        };
        if let Some(comment) = self.comment_above(declared) {
            text.push_str(&format!("\n\n{comment}"));
        }
        Some(text)
    }

    /// Says what the value of a local is, with the defaults of the variables, or why that is not known.
    fn known_value(&self, document: &Document, module: &Module, local: &Local) -> Option<String> {
        let tree = alone(module);
        let mut evaluator = self.evaluator(document, &tree);
        let outcome = evaluator.evaluate(local.value.as_ref());
        if outcome.has_errors() {
            return None;
        }
        if outcome.value.contains_marked() {
            return Some("The value is sensitive.".to_owned());
        }
        if outcome.value.is_wholly_known() {
            let is_computed = !local.value.variables().is_empty() || !local.value.functions().is_empty();
            let value = shown(&outcome.value).filter(|_| is_computed)?;
            return Some(format!(
                "The value is `{value}`, with the defaults of the variables."
            ));
        }
        let used = local.value.variables();
        let used = used.iter().filter_map(Address::from_traversal);
        let reasons = used.filter_map(|address| match &address {
            Address::Variable(name) => {
                let variable = module.variables.named(name)?;
                variable
                    .default
                    .is_none()
                    .then(|| format!("`{address}` has no default"))
            }
            Address::Resource(..) => Some(format!("`{address}` is known after apply")),
            Address::Module(_) => Some(format!("`{address}` is another module")),
            _ => None,
        });
        let reason = reasons.into_iter().next();
        Some(reason.map_or_else(
            || "The value is unknown.".to_owned(),
            |reason| format!("The value is unknown: {reason}."),
        ))
    }

    /// Returns the text of the comments on the lines above a declaration.
    fn comment_above(&self, span: Span) -> Option<String> {
        let source = self.sources().get(span.source)?;
        let before = source.bytes().get(..span.start as usize)?;
        let before = std::str::from_utf8(before).ok()?;
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        let lines = before[..line_start].lines().rev().map(str::trim);
        let comments = lines.map_while(|line| line.strip_prefix('#').or_else(|| line.strip_prefix("//")));
        let mut comments: Vec<&str> = comments.map(str::trim).collect();
        comments.reverse();
        Some(comments.join("\n")).filter(|text| !text.is_empty())
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
        let mut text = format!("```hcl\n{name} = {ty}\n```\n\nAn argument of the provider, {need}.");
        add_schema(&mut text, &argument.description, argument.deprecated);
        Some(text)
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
            .arguments_for(self.language_of(document))
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

/// Adds what the schema of a provider says.
fn add_schema(text: &mut String, description: &str, is_deprecated: bool) {
    if is_deprecated {
        text.push_str("\n\n**Deprecated.**");
    }
    if !description.is_empty() {
        text.push_str(&format!("\n\n{description}"));
    }
}

fn described(text: String, description: Option<&str>) -> String {
    match description {
        Some(description) => format!("{text}\n\n{description}"),
        None => text,
    }
}
