//! The text of a new module and of its call.

use super::crossing::Crossing;
use super::providers::Needed;
use super::{DIRECTORY, Selected};

/// Returns the call of the module, with the moves of what is in it now.
pub(super) fn call(name: &str, crossing: &Crossing, needed: &Needed) -> String {
    let mut text = format!("module \"{name}\" {{\n  source = \"./{DIRECTORY}/{name}\"\n");
    let pairs = |text: &mut String, indent: &str, pairs: Vec<(String, String)>| {
        let width = pairs.iter().map(|(name, _)| name.chars().count()).max();
        for (name, value) in pairs {
            text.push_str(&format!(
                "{indent}{name:<width$} = {value}\n",
                width = width.unwrap_or_default()
            ));
        }
    };
    let passed = needed.passed();
    if !passed.is_empty() {
        text.push_str("\n  providers = {\n");
        let passed = passed.into_iter().map(|name| (name.clone(), name));
        pairs(&mut text, "    ", passed.collect());
        text.push_str("  }\n");
    }
    if !crossing.inputs.is_empty() {
        text.push('\n');
        let inputs = crossing.inputs.iter();
        let inputs = inputs.map(|input| (input.name.clone(), input.value.clone()));
        pairs(&mut text, "  ", inputs.collect());
    }
    text.push_str("}\n");
    for address in &crossing.moved {
        text.push_str(&format!(
            "\nmoved {{\n  from = {address}\n  to   = module.{name}.{address}\n}}\n"
        ));
    }
    text
}

/// Returns the declarations of the variables.
pub(super) fn variables(crossing: &Crossing) -> String {
    let variables = crossing.inputs.iter().map(|input| {
        let settings: String = input.settings.iter().map(|own| format!("  {own}\n")).collect();
        match settings.is_empty() {
            true => format!("variable \"{}\" {{}}\n", input.name),
            false => format!("variable \"{}\" {{\n{settings}}}\n", input.name),
        }
    });
    variables.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// Returns the declarations of the outputs.
pub(super) fn outputs(crossing: &Crossing) -> String {
    let outputs = crossing.outputs.iter().map(|output| {
        let ephemeral = if output.is_ephemeral {
            "  ephemeral = true\n"
        } else {
            ""
        };
        format!(
            "output \"{}\" {{\n  value = {}\n{ephemeral}}}\n",
            output.name, output.value
        )
    });
    outputs.collect::<Vec<_>>().join("\n").trim_end().to_owned()
}

/// Returns the block of the required versions.
pub(super) fn versions(selected: Selected<'_>, needed: &Needed) -> String {
    let module = selected.workspace.module_of(selected.document);
    let versions = module.map_or(&[][..], |module| &module.required_versions);
    let mut text = String::new();
    if let [version] = versions {
        text.push_str(&format!("  required_version = \"{version}\"\n"));
    }
    let required = needed.required(module);
    if !required.is_empty() {
        let separator = if text.is_empty() { "" } else { "\n" };
        let required: String = required
            .iter()
            .map(|(name, settings)| {
                let settings: String = settings.iter().map(|own| format!("      {own}\n")).collect();
                format!("    {name} = {{\n{settings}    }}\n")
            })
            .collect();
        text.push_str(&format!("{separator}  required_providers {{\n{required}  }}\n"));
    }
    match text.is_empty() {
        true => text,
        false => format!("terraform {{\n{text}}}"),
    }
}
