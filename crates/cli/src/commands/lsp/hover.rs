//! What something is, in a few words.

use hcl2::diagnostics::Span;
use hcl2::functions::{terraform_examples, terraform_expression_functions};
use hcl2::model::{Callable, Name};
use hcl2::terraform::{Address, Module, ResourceKind, Variable};
use hcl2::value::{Function, Parameter};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::cursor::{Target, body_at, target};
use super::document::Document;
use super::position::Encoding;
use super::project::Project;
use super::server::functions;

/// What stands at a place.
pub(super) fn hover(
    project: &Project,
    document: &Document,
    offset: u32,
    encoding: Encoding,
) -> Option<Hover> {
    let (target, span) = target(project, document, offset)?;
    let module = project.module_of(document);
    let text = match target {
        Target::Function(name) => of_function(&name)?,
        Target::Object(address) => of_object(project, module?, &address)?,
        Target::Output { call, output } => of_output(project, document, module?, &call, &output)?,
        Target::Argument(name) => of_argument(project, document, offset, &name)?,
        Target::BlockType(name) => of_block_type(project, document, span, &name)?,
    };
    Some(Hover {
        contents: HoverContents::Markup(MarkupContent {
            kind: MarkupKind::Markdown,
            value: text,
        }),
        range: Some(encoding.range(&document.source, span)),
    })
}

/// A function's parameters, what it does, and an example.
pub(super) fn of_function(name: &str) -> Option<String> {
    let bare = name.strip_prefix("core::").unwrap_or(name);
    let (parameters, description) = match functions().get(bare) {
        Some(Callable::Eager(function)) => (signature(function), function.description()),
        _ => {
            let known = terraform_expression_functions();
            let function = known.iter().find(|function| function.name == bare)?;
            let names: Vec<&str> = function.parameters.iter().map(|(name, _)| *name).collect();
            (names.join(", "), function.description)
        }
    };
    let mut text = format!("```hcl\n{name}({parameters})\n```\n\n{description}");
    if let Some(example) = terraform_examples()
        .iter()
        .find(|example| example.function == bare)
    {
        text.push_str(&format!(
            "\n\n```hcl\n{}\n# {}\n```",
            example.call, example.result
        ));
    }
    Some(text)
}

fn signature(function: &Function) -> String {
    let typed = |parameter: &Parameter| format!("{}: {}", parameter.name, parameter.ty);
    let mut parameters: Vec<String> = function.parameters().iter().map(typed).collect();
    if let Some(parameter) = function.variadic_parameter() {
        parameters.push(format!("{}...", typed(parameter)));
    }
    parameters.join(", ")
}

fn of_object(project: &Project, module: &Module, address: &Address) -> Option<String> {
    let node = module.nodes.iter().find(|node| node.address == *address)?;
    let header = source_text(project, node.span);
    Some(match address {
        Address::Variable(name) => {
            let variable = module.variables.iter().find(|variable| variable.name == *name)?;
            of_variable(variable)
        }
        Address::Local(name) => {
            let local = module.locals.iter().find(|local| local.name == *name)?;
            let value = local.value.native_text();
            let value = value.unwrap_or_else(|| source_text(project, local.value.span()));
            format!("```hcl\nlocal.{name} = {value}\n```")
        }
        Address::Output(name) => {
            let output = module.outputs.iter().find(|output| output.name == *name)?;
            described(format!("```hcl\n{header}\n```"), output.description.as_deref())
        }
        Address::Module(name) => {
            let call = module.calls.iter().find(|call| call.name == *name)?;
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

/// A variable with its type and default.
pub(super) fn of_variable(variable: &Variable) -> String {
    let name = &variable.name;
    let mut text = format!("```hcl\nvariable \"{name}\" {{\n  type = {}\n", variable.ty);
    match &variable.default {
        Some(value) => {
            let value = hcl2::native::literal(value).unwrap_or_else(|| "...".to_owned());
            text.push_str(&format!("  default = {value}\n"));
        }
        None => text.push_str("  # it must be set\n"),
    }
    if variable.sensitive {
        text.push_str("  sensitive = true\n");
    }
    text.push_str("}\n```");
    described(text, variable.description.as_deref())
}

fn of_output(
    project: &Project,
    document: &Document,
    module: &Module,
    call: &Name,
    output: &Name,
) -> Option<String> {
    let called = module.calls.iter().find(|other| other.name == *call)?;
    let (tree, _) = project.called(document, called)?;
    let output = tree.module.outputs.iter().find(|other| other.name == *output)?;
    let value = output.value.as_ref().and_then(|value| value.native_text());
    let value = value
        .map(|value| format!("  value = {value}\n"))
        .unwrap_or_default();
    let text = format!("```hcl\noutput \"{}\" {{\n{value}}}\n```", output.name);
    Some(described(text, output.description.as_deref()))
}

fn of_argument(project: &Project, document: &Document, offset: u32, name: &str) -> Option<String> {
    let holds = body_at(project, document, offset)?;
    if let Some(argument) = holds.body.argument(name, project.language) {
        let need = if argument.required { "required" } else { "optional" };
        return Some(format!("`{name}`: an argument of the language, {need}."));
    }
    if let Some(call) = holds.call {
        let (tree, _) = project.called(document, call)?;
        let variables = &tree.module.variables;
        let variable = variables.iter().find(|variable| variable.name.as_str() == name)?;
        return Some(of_variable(variable));
    }
    let (_, ty, required) = holds
        .schema?
        .arguments()
        .find(|(argument, _, _)| *argument == name)?;
    let need = if required { "required" } else { "optional" };
    Some(format!(
        "```hcl\n{name} = {ty}\n```\n\nAn argument of the provider, {need}."
    ))
}

fn of_block_type(project: &Project, document: &Document, span: Span, name: &str) -> Option<String> {
    let holds = body_at(project, document, span.start)?;
    let block = holds.body.block(name, project.language)?;
    let labels: Vec<String> = block
        .labels
        .iter()
        .map(|label| format!(" \"<{label}>\""))
        .collect();
    let required: Vec<String> = block
        .body
        .arguments_in(project.language)
        .filter(|argument| argument.required)
        .map(|argument| format!("  {} = ...\n", argument.name))
        .collect();
    Some(format!(
        "```hcl\n{name}{} {{\n{}}}\n```",
        labels.concat(),
        required.concat()
    ))
}

fn described(text: String, description: Option<&str>) -> String {
    match description {
        Some(description) => format!("{text}\n\n{description}"),
        None => text,
    }
}

fn source_text(project: &Project, span: Span) -> String {
    let source = project.checked.sources.get(span.source);
    source.map_or_else(String::new, |source| {
        String::from_utf8_lossy(source.slice(span)).into_owned()
    })
}
