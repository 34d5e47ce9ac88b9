//! Where files hold values of sensitive variables.

use std::collections::{HashMap, HashSet};

use hcl2_diagnostics::Span;
use hcl2_model::{Block, BodySchema};

use super::secret_strings::{is_word, values};
use super::{Module, ModuleCall, ModuleFile, ModuleTree, Variable};
use crate::table::{Language, MODULE, names};

/// The arguments that make a variable sensitive.
const SECRETIVE: [&str; 2] = [names::SENSITIVE, names::EPHEMERAL];

impl ModuleFile {
    /// Returns the ranges of the default values of sensitive and ephemeral variables, which no message may excerpt.
    ///
    /// A variable is sensitive if the file or `module` says so. The ranges in a file with syntax errors are larger, since
    /// any text behind a `default` may be a part of it.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let source = Source::new("main.tf", "variable \"key\" {\n  sensitive = true\n  default   = 815\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let secrets = file.secret_defaults(&Module::default());
    /// assert_eq!(source.slice(secrets[0]), b"815");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn secret_defaults(&self, module: &Module) -> Vec<Span> {
        let names = secret_names(module);
        let text = self.source.bytes();
        if names.is_empty() && !mentions_secrets(text) {
            return Vec::new();
        }
        let variables = BodySchema::new().block(names::VARIABLE, ["name"]);
        let found = self.body.partial_content(&variables).value.content;
        let defaults = found.blocks.iter().map(|block| default(block, &names));
        match defaults.collect::<Option<Vec<Option<Span>>>>() {
            Some(defaults) if !self.is_broken => defaults.into_iter().flatten().collect(),
            _ => self.broken_defaults(&names),
        }
    }

    /// Returns the ranges of the values of sensitive and ephemeral variables of `module` in a file that sets variables,
    /// such as `terraform.tfvars`: each from behind the name to the next variable.
    ///
    /// In a file with errors, any part may be a value that was not understood; if one of these variables seems to be
    /// missing, it is the whole file. If `module` has no files, nothing says which variables are sensitive, and all may be.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::Source;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let source = Source::new("envs/prod.tfvars", "key = 815\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let secrets = file.secret_values(&Module::default());
    /// assert_eq!(source.slice(secrets[0]), b" = 815\n");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn secret_values(&self, module: &Module) -> Vec<Span> {
        let names = secret_names(module);
        let may_be_any = module.sources.is_empty();
        let whole = self.source.span();
        let attributes = self.body.attributes();
        let is_broken = self.is_broken || attributes.has_errors();
        let attributes = attributes.value;
        let is_missing = || names.iter().any(|name| attributes.get(name).is_none());
        if is_broken && (may_be_any || is_missing()) {
            return vec![whole];
        }
        let starts: Vec<u32> = attributes.iter().map(|attribute| attribute.span.start).collect();
        let values = attributes.iter().zip(starts.iter().skip(1).chain([&whole.end]));
        values
            .filter(|(attribute, _)| may_be_any || names.contains(attribute.name.as_str()))
            .map(|(attribute, end)| Span::new(whole.source, attribute.name_span.end, *end))
            .collect()
    }

    /// Returns the ranges of what a file of tests or of a stack gives to sensitive and ephemeral variables of `modules`: the
    /// values of all arguments and keys with their names, also in a file with errors.
    #[must_use]
    pub fn secret_inputs(&self, modules: &[&Module]) -> Vec<Span> {
        let names = modules.iter().copied().flat_map(secret_variables);
        let names: HashSet<&[u8]> = names.map(|variable| variable.name.as_bytes()).collect();
        if names.is_empty() {
            return Vec::new();
        }
        values(&self.source, |name| names.contains(name))
    }

    /// Returns what may be default values of sensitive variables in a file with errors, whose blocks may be other ones
    /// than those meant: of each block that seems to be a sensitive variable, everything behind the first `default`.
    fn broken_defaults(&self, names: &HashSet<&str>) -> Vec<Span> {
        let text = self.source.bytes();
        if self.source.name().ends_with(".json") {
            let names_variables = find(text, names::VARIABLE).is_some();
            return Vec::from_iter(names_variables.then(|| self.source.span()));
        }
        let mut spans = Vec::new();
        let mut start = None;
        let mut offset = 0;
        for line in text.split_inclusive(|byte| *byte == b'\n') {
            let is_variable = first_word(line.trim_ascii_start()) == names::VARIABLE.as_bytes();
            if is_variable || is_block(first_word(line)) {
                spans.extend(start.and_then(|start| secret_part(text, start, offset, names)));
                start = is_variable.then_some(offset);
            }
            offset += line.len();
        }
        spans.extend(start.and_then(|start| secret_part(text, start, offset, names)));
        let source = self.source.span().source;
        let span = |(start, end): (usize, usize)| Span::new(source, start as u32, end as u32);
        spans.into_iter().map(span).collect()
    }
}

impl ModuleTree {
    /// Returns the ranges of the values of sensitive and ephemeral variables, which no message may excerpt: their defaults,
    /// and the arguments of calls that set them.
    ///
    /// The files of the modules are without syntax errors; [`ModuleFile::secret_defaults`] knows the others.
    #[must_use]
    pub fn secrets(&self) -> Vec<Span> {
        let mut spans = Vec::new();
        let mut trees = vec![self];
        while let Some(tree) = trees.pop() {
            spans.extend(secret_variables(&tree.module).filter_map(|variable| variable.default_span));
            let calls = tree.module.calls.iter().map(|call| (call.name.as_str(), call));
            let calls: HashMap<&str, &ModuleCall> = calls.collect();
            for (name, called) in &tree.calls {
                let names = secret_names(&called.module);
                let arguments = calls
                    .get(name.as_str())
                    .into_iter()
                    .flat_map(|call| &call.arguments);
                let secret = arguments.filter(|argument| names.contains(argument.name.as_str()));
                spans.extend(secret.map(|argument| argument.expression.span()));
                trees.push(called);
            }
        }
        spans
    }
}

fn secret_variables(module: &Module) -> impl Iterator<Item = &Variable> {
    module.variables.iter().filter(|variable| variable.is_secret())
}

/// Returns the names of the sensitive and ephemeral variables of a module.
fn secret_names(module: &Module) -> HashSet<&str> {
    secret_variables(module)
        .map(|variable| variable.name.as_str())
        .collect()
}

/// Returns the range of the default value of a variable if it is sensitive, or `None` if its block has errors.
fn default(variable: &Block, names: &HashSet<&str>) -> Option<Option<Span>> {
    let schema = SECRETIVE
        .iter()
        .fold(BodySchema::new(), |schema, name| schema.optional(*name));
    let found = variable.body.partial_content(&schema.optional(names::DEFAULT));
    if found.has_errors() {
        return None;
    }
    let attributes = found.value.content.attributes;
    // Anything other than `false` may mean that it is sensitive.
    let says = |name: &&str| {
        let says = attributes
            .get(name)
            .map(|says| says.expression.evaluate(None).value);
        says.is_some_and(|says| says.as_bool() != Some(false))
    };
    let is_known = variable
        .labels
        .first()
        .is_some_and(|name| names.contains(name.text.as_str()));
    let is_secret = is_known || SECRETIVE.iter().any(says);
    let default = attributes.get(names::DEFAULT).filter(|_| is_secret);
    Some(default.map(|default| default.expression.span()))
}

/// Returns the part of a broken block from `start` to `end` that may be a secret.
fn secret_part(text: &[u8], start: usize, end: usize, names: &HashSet<&str>) -> Option<(usize, usize)> {
    let block = &text[start..end];
    let header = block.split(|byte| *byte == b'\n').next().unwrap_or_default();
    let is_known = header
        .split(|byte| !is_word(*byte))
        .any(|word| std::str::from_utf8(word).is_ok_and(|word| names.contains(word)));
    if !is_known && !mentions_secrets(block) {
        return None;
    }
    let default = find(block, names::DEFAULT);
    Some((default.map_or(start, |at| start + at + names::DEFAULT.len()), end))
}

/// Returns whether a word is the type of a block of a module.
fn is_block(word: &[u8]) -> bool {
    let word = std::str::from_utf8(word).unwrap_or_default();
    let languages = [Language::Terraform, Language::OpenTofu];
    languages
        .iter()
        .any(|language| MODULE.block(word, *language).is_some())
}

fn mentions_secrets(text: &[u8]) -> bool {
    SECRETIVE.iter().any(|name| find(text, name).is_some())
}

fn find(text: &[u8], word: &str) -> Option<usize> {
    memchr::memmem::find(text, word.as_bytes())
}

/// Returns the letters and the like at the start of a line.
fn first_word(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|byte| !is_word(*byte));
    &line[..end.unwrap_or(line.len())]
}
