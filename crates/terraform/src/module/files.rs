//! Checks of files beside those of a module.

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostics, Outcome, Span};
use hcl2_native::lexer::is_identifier;

use super::declaration::{Declaration, Reading};
use super::{ModuleFile, availability, rules, test_files};
use crate::problems::duplicate;
use crate::table::{BodyType, Language, Repeats, Rest, Version, is_of_modules};

impl ModuleFile {
    /// Checks the blocks and arguments of a file of a kind, such as that of
    /// [`body_of_kind`](crate::table::body_of_kind). Without a version, it is the newest released one.
    ///
    /// The diagnostics have the codes of `Module::from_files` for arguments and blocks.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::ModuleFile;
    /// use hcl2_terraform::table::{Language, body_of_kind};
    ///
    /// let source = SourceMap::new().add("main.tftest.hcl", "run \"a\" {\n  comand = plan\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let problems = file.check(body_of_kind(source.name()).unwrap(), Language::Terraform, None);
    /// assert_eq!(problems[0].suggestions[0].replacement, "command");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn check(
        &self,
        kind: &'static BodyType,
        language: Language,
        version: Option<Version>,
    ) -> Diagnostics {
        let mut problems = Diagnostics::new();
        if let Rest::Arguments(mode) = kind.rest {
            let attributes = self.body.attributes().report_into(&mut problems);
            for attribute in &attributes {
                super::arguments::check_argument(attribute, mode, &mut problems);
            }
        } else {
            let content = self
                .body
                .content(&kind.schema(language))
                .report_into(&mut problems);
            let mut declarations = Vec::new();
            let mut reading = Reading::new(language);
            for block in content.blocks {
                let Some(ty) = kind.block(&block.block_type, language) else {
                    continue;
                };
                let mut earlier = declarations.iter();
                let first = earlier.find(|first: &&Declaration| first.block_type.name == ty.name);
                if let Some(first) = first.filter(|_| ty.repeats == Repeats::Once) {
                    let what = format!("the block `{}`", ty.name);
                    problems.push(duplicate("A file contains", &what, block.header_span, first.span));
                }
                declarations.push(Declaration::read(block, ty, &mut reading));
            }
            problems.append(reading.diagnostics);
            if is_of_modules(kind) {
                for declaration in &declarations {
                    rules::check(declaration, &mut problems);
                }
                test_files::check(&declarations, language, &mut problems);
            } else {
                check_names(&declarations, &mut problems);
            }
            availability::check(&declarations, language, version, &mut problems);
        }
        Outcome::new((), problems).diagnostics
    }
}

/// Reports names of blocks that are invalid, or repeat those of other blocks of the type.
fn check_names(declarations: &[Declaration], problems: &mut Diagnostics) {
    let mut seen: HashMap<(&str, Vec<&str>), Span> = HashMap::new();
    for declaration in declarations {
        let ty = declaration.block_type;
        let labels: Vec<&str> = declaration
            .labels
            .iter()
            .map(|label| label.text.as_str())
            .collect();
        for (label, meaning) in declaration.labels.iter().zip(ty.labels) {
            if *meaning == "name" && !is_identifier(&label.text) {
                problems.push(rules::invalid_name(&label.text, label.span, Some(label)));
            }
        }
        if labels.is_empty() {
            continue;
        }
        match seen.get(&(ty.name, labels.clone())) {
            Some(first) => {
                let what = format!("the block `{}` with these labels", ty.name);
                problems.push(duplicate("A file contains", &what, declaration.span, *first));
            }
            None => {
                seen.insert((ty.name, labels), declaration.span);
            }
        }
    }
}
