//! A page, section by section.

use std::fmt::Write as _;

use hcl2_value::{Function, Parameter};

use super::schema::sections;
use super::{MARK, types};
use crate::convert;
use crate::schema::{Definition, IdentityRole};

/// The page of a type, a function or the provider.
pub(super) struct Page(String);

impl Page {
    /// Creates a page, whose description is for lists of pages.
    pub(super) fn new(title: &str, subcategory: Option<&str>, description: &str) -> Self {
        let mut text = format!("---\n{MARK}\npage_title: {title:?}\n");
        if let Some(subcategory) = subcategory {
            // Writing to a string does not fail, here and below.
            let _ = writeln!(text, "subcategory: {subcategory:?}");
        }
        text.push_str("description: |-\n");
        for line in description.lines().take_while(|line| !line.trim().is_empty()) {
            let _ = writeln!(text, "  {}", line.trim());
        }
        text.push_str("---\n");
        Self(text)
    }

    fn section(&mut self, text: &str) {
        let _ = write!(self.0, "\n{}\n", text.trim_end());
    }

    pub(super) fn title(&mut self, title: &str, description: &str) {
        self.section(&format!("# {title}"));
        if !description.is_empty() {
            self.section(description);
        }
    }

    fn code(&mut self, language: &str, text: &str) {
        self.section(&format!("```{language}\n{}\n```", text.trim_end()));
    }

    pub(super) fn example(&mut self, example: Option<&str>) {
        if let Some(example) = example {
            self.section("## Example Usage");
            self.code("terraform", example);
        }
    }

    pub(super) fn schema(&mut self, definition: &Definition) {
        for section in sections(definition) {
            self.section(&section);
        }
    }

    pub(super) fn signature(&mut self, function: &Function) {
        let parameter =
            |parameter: &Parameter| format!("{} {}", parameter.name, types::of_signature(&parameter.ty));
        let mut parameters: Vec<String> = function.parameters().iter().map(parameter).collect();
        if let Some(variadic) = function.variadic_parameter() {
            parameters.push(format!("{}...", parameter(variadic)));
        }
        let returned = types::of_signature(&convert::return_type(function));
        self.section("## Signature");
        self.code(
            "text",
            &format!("{}({}) {returned}", function.name(), parameters.join(", ")),
        );
        let fixed = function.parameters().iter().map(|parameter| (parameter, ""));
        let variadic = function
            .variadic_parameter()
            .map(|parameter| (parameter, "Variadic, "));
        let mut arguments = String::new();
        for (parameter, note) in fixed.chain(variadic) {
            let nullable = if parameter.allow_null { ", Nullable" } else { "" };
            let line = format!(
                "1. `{}` ({note}{}{nullable}) {}",
                parameter.name,
                types::of_schema(&parameter.ty),
                parameter.description
            );
            let _ = writeln!(arguments, "{}", line.trim_end());
        }
        if !arguments.is_empty() {
            self.section("## Arguments");
            self.section(&arguments);
        }
    }

    /// Writes how objects are imported: by an identity, by an identifier, or on the command line.
    pub(super) fn imports(
        &mut self,
        by_identity: Option<&str>,
        by_id: Option<&str>,
        by_command: Option<&str>,
        definition: &Definition,
    ) {
        if by_identity.is_none() && by_id.is_none() && by_command.is_none() {
            return;
        }
        self.section("## Import");
        if let Some(example) = by_identity {
            self.section("Terraform 1.12 and later import an object by its identity:");
            self.code("terraform", example);
            self.identity(definition);
        }
        if let Some(example) = by_id {
            self.section("Terraform 1.5 and later import an object by its identifier in an `import` block:");
            self.code("terraform", example);
        }
        if let Some(example) = by_command {
            self.section("The command `terraform import` takes the identifier:");
            self.code("shell", example);
        }
    }

    fn identity(&mut self, definition: &Definition) {
        self.section("### Identity Schema");
        for (heading, role) in [
            ("Required", IdentityRole::Required),
            ("Optional", IdentityRole::Optional),
        ] {
            let mut lines = String::new();
            for (name, attribute, _) in definition.identity().filter(|(_, _, own)| *own == role) {
                let ty = types::of_schema(&attribute.implied_type());
                let line = format!("- `{name}` ({ty}) {}", types::on_one_line(&attribute.description));
                let _ = writeln!(lines, "{}", line.trim_end());
            }
            if !lines.is_empty() {
                self.section(&format!("#### {heading}"));
                self.section(&lines);
            }
        }
    }

    pub(super) fn finish(self) -> String {
        self.0
    }
}
