//! Checks of files beside those of a module.

mod declared;
mod locks;
mod migrations;
mod pack_cycles;
mod packs;
mod policies;
mod stacks;
mod symbols;
mod test_files;
mod tested;
mod testing;
mod values;

use std::collections::HashMap;

use hcl2_diagnostics::{Diagnostics, Outcome, Span};
use hcl2_model::{BodyRef, BodySchema, Name};
use hcl2_native::lexer::is_identifier;

pub use stacks::Stack;
pub(super) use testing::declarations;
pub use testing::{Mock, Mocks, Override, TestFile, TestProvider, TestRun};

use super::declaration::Declaration;
use super::reading::{Firsts, Reading};
use super::{ModuleFile, availability, rules};
use crate::problems::duplicate;
use crate::table::{BodyType, FileKind, Language, Rest, VERSIONLESS_TESTS, Version, names};

impl ModuleFile {
    /// Checks the blocks and arguments of a file of a kind, which is usually that of its name. Without a version, it is the
    /// newest released one.
    ///
    /// The diagnostics have the codes of `Module::from_files` for arguments and blocks.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::ModuleFile;
    /// use hcl2_terraform::table::{FileKind, Language};
    ///
    /// let source = SourceMap::new().add("main.tftest.hcl", "run \"a\" {\n  comand = plan\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let problems = file.check(FileKind::of(source.name()).unwrap(), Language::Terraform, None);
    /// assert_eq!(problems[0].suggestions[0].replacement, "command");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn check(&self, kind: FileKind, language: Language, version: Option<Version>) -> Diagnostics {
        self.check_with(&[], kind, language, version)
    }

    /// Checks a file like [`check`](Self::check), together with `others`, which may declare what it refers to: those of
    /// its kind in the directory, or those of the kind [`FileKind::completed_by`] names.
    ///
    /// A reference to an object that none of them declares is `hcl2::terraform::undeclared`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::ModuleFile;
    /// use hcl2_terraform::table::{FileKind, Language};
    ///
    /// let mut sources = SourceMap::new();
    /// let variables = sources.add("vars.pkr.hcl", "variable \"region\" {}\n")?;
    /// let build = sources.add("build.pkr.hcl", "build {\n  name = var.regoin\n}\n")?;
    /// let [variables, build] = [variables, build].map(|source| ModuleFile::parse(&source, Language::Terraform).value);
    /// let problems = build.check_with(&[&variables], FileKind::Packer, Language::Terraform, None);
    /// assert_eq!(problems[0].suggestions[0].replacement, "var.region");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[doc(hidden)]
    #[must_use]
    pub fn check_with(
        &self,
        others: &[&Self],
        kind: FileKind,
        language: Language,
        version: Option<Version>,
    ) -> Diagnostics {
        let mut problems = Diagnostics::new();
        let body = self.body_by_content(kind);
        if let (Rest::Arguments(mode), true) = (body.rest, body.blocks.is_empty()) {
            let attributes = self.body.attributes().report_into(&mut problems);
            for attribute in &attributes {
                super::arguments::check_argument(attribute, mode, &mut problems);
            }
        } else {
            let mut reading = Reading::new(language);
            let content = match body.rest {
                Rest::Nothing => reading.content(body, &self.body),
                Rest::Arguments(_) | Rest::Provider(_) => {
                    let schema = reading.schema(body, &self.body);
                    let all = with_arguments(&self.body, &schema);
                    self.body.content(&all).report_into(&mut problems)
                }
            };
            let arguments = content.attributes;
            let mut declarations: Vec<Declaration> = Vec::new();
            let mut firsts = Firsts::default();
            for block in content.blocks {
                let Some(ty) = body.block_of(&block, language) else {
                    continue;
                };
                problems.extend(firsts.repeated("A file contains", ty, block.header_span));
                declarations.push(Declaration::read(block, ty, &mut reading));
            }
            problems.append(reading.diagnostics);
            if matches!(kind, FileKind::Tests { .. } | FileKind::Mocks | FileKind::Queries) {
                for declaration in &declarations {
                    rules::check(declaration, language, &mut problems);
                }
                test_files::check(&declarations, language, &mut problems);
                let is_of_tests = matches!(kind, FileKind::Tests { .. });
                if is_of_tests && VERSIONLESS_TESTS.has(version.unwrap_or(Version::newest(language))) {
                    problems = test_files::without_versions(&declarations, problems);
                }
            } else {
                match kind {
                    FileKind::Locks => locks::check(&declarations, &mut problems),
                    FileKind::Policies => policies::check(&declarations, &mut problems),
                    _ => {}
                }
                let pack = kind.pack().filter(|pack| std::ptr::eq(pack.body, body));
                let merged = pack.map_or(&[names::MODULE][..], |pack| pack.merged);
                check_names(&declarations, merged, &mut problems);
                if let Some(pack) = pack {
                    packs::check_references(self, others, &declarations, &arguments, pack, &mut problems);
                    match kind {
                        FileKind::Migrations => {
                            migrations::check(self, others, &declarations, pack, &mut problems);
                        }
                        FileKind::Symbols => {
                            symbols::check(self, others, &declarations, pack, &mut problems);
                        }
                        _ => {}
                    }
                }
            }
            availability::check(&declarations, &[], language, version, &mut problems);
        }
        Outcome::new((), problems).diagnostics
    }

    /// Returns the type of the body, of those that the kind allows.
    fn body_by_content(&self, kind: FileKind) -> &'static BodyType {
        let written = self.body.implied_schema();
        let arguments = written.attributes.iter().map(|own| own.name.as_str());
        let blocks = written.blocks.iter().map(|own| own.block_type.as_str());
        kind.body_by_content(arguments.chain(blocks))
    }
}

/// Reads the blocks of another file, which is reported by itself.
fn declarations_of(file: &ModuleFile, body: &'static BodyType) -> Vec<Declaration> {
    let mut reading = Reading::new(Language::Terraform);
    let content = reading.content(body, &file.body);
    let read = content.blocks.into_iter().filter_map(|block| {
        let ty = body.block_of(&block, Language::Terraform)?;
        Some(Declaration::read(block, ty, &mut reading))
    });
    read.collect()
}

/// Returns a schema with the blocks of another and arguments of any other name.
pub(super) fn with_arguments(body: &BodyRef, blocks: &BodySchema) -> BodySchema {
    let mut all = body.implied_schema();
    all.blocks.clone_from(&blocks.blocks);
    // In JSON, a block may also be an argument.
    let is_block = |name: &Name| all.blocks.iter().any(|block| block.block_type == *name);
    all.attributes.retain(|attribute| !is_block(&attribute.name));
    all
}

/// Reports names of blocks that are invalid, or repeat those of other blocks of a type that is not `merged`.
fn check_names(declarations: &[Declaration], merged: &[&str], problems: &mut Diagnostics) {
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
        if labels.is_empty() || merged.contains(&ty.name) {
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
