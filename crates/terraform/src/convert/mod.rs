//! Conversion of files between the syntaxes.

mod comments;
mod same;
mod to_json;
mod to_native;
mod value_json;
mod value_native;

use hcl2_diagnostics::{Diagnostic, Outcome, Source, SourceMap, Span, codes::terraform as codes};
use hcl2_model::{EvalContext, Limits};
use hcl2_native::tree::{Block, File, Item};

use crate::schema::ProviderSchemas;
use crate::shape::{Blocks, Shape};
use crate::table::{Language, body_of_file, names};

/// Returns the context of the constants of one conversion or comparison, which share a budget.
fn constants() -> EvalContext<'static> {
    let mut context = EvalContext::new();
    context.set_budget(Limits::new().budget());
    context
}

/// Converts files of the language between the native and the JSON syntax, without a change of their meaning.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_terraform::Converter;
///
/// let text = "# What to greet.\nvariable \"name\" {\n  type    = string\n  default = \"you\"\n}\n";
/// let source = SourceMap::new().add("main.tf", text)?;
/// let json = Converter::new().to_json(&source);
/// assert!(json.diagnostics.is_empty());
/// let expected = r#"{
///   "variable": {
///     "name": {
///       "//": "What to greet.",
///       "type": "string",
///       "default": "you"
///     }
///   }
/// }
/// "#;
/// assert_eq!(json.value.as_deref(), Some(expected));
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Converter<'s> {
    language: Language,
    schemas: Option<&'s ProviderSchemas>,
}

impl<'s> Converter<'s> {
    /// Creates a converter for Terraform without schemas of providers.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Selects the language of another product.
    #[must_use]
    pub fn language(mut self, language: Language) -> Self {
        self.language = language;
        self
    }

    /// Sets the schemas that distinguish arguments and blocks of providers.
    #[must_use]
    pub fn schemas(mut self, schemas: &'s ProviderSchemas) -> Self {
        self.schemas = Some(schemas);
        self
    }

    /// Returns the shape of a file by its name.
    fn shape(&self, source: &Source) -> Shape<'s> {
        Shape::new(body_of_file(source.name()), self.language, self.schemas)
    }

    /// Converts a file of the native syntax to JSON.
    ///
    /// Arguments and blocks keep their order, except that blocks of one type are grouped. Expressions keep their source
    /// text, and comments become the property `"//"` of the block they are in or precede. In blocks of a provider, the
    /// syntax of the source distinguishes arguments from blocks.
    ///
    /// The diagnostics have the codes of `hcl2::syntax`; `hcl2::terraform::unknown-name`, `wrong-labels` and
    /// `reference-expected` and `not-constant` are errors, `not-convertible` is a warning.
    pub fn to_json(&self, source: &Source) -> Outcome<Option<String>> {
        to_json::convert(source, self.shape(source))
    }

    /// Converts a file in JSON to the native syntax, in canonical layout.
    ///
    /// In blocks of a provider, its schema distinguishes arguments from blocks. Without it, an array of objects becomes
    /// blocks and anything else an argument, with the warning `hcl2::terraform::guessed-block` if that may be wrong.
    ///
    /// The diagnostics have the codes of `hcl2::json` and `hcl2::syntax`; `hcl2::terraform::unknown-name`,
    /// `reference-expected` and `not-convertible`, and `hcl2::body::duplicate-attribute`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::Converter;
    ///
    /// let text = r#"{"output": {"id": {"value": "${module.web.id}", "depends_on": ["module.db"]}}}"#;
    /// let source = SourceMap::new().add("main.tf.json", text)?;
    /// let native = Converter::new().to_native(&source);
    /// let expected = "output \"id\" {\n  value      = module.web.id\n  depends_on = [module.db]\n}\n";
    /// assert_eq!(native.value.as_deref(), Some(expected));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn to_native(&self, source: &Source) -> Outcome<Option<String>> {
        to_native::convert(source, self.shape(source))
    }

    /// Returns the first range in which a file in native syntax differs in meaning from another text. Layout, comments, the
    /// order of blocks of different types and the spelling of strings do not matter.
    ///
    /// The name of `source` determines the kind of both files. If `other` has errors, the whole file differs.
    #[must_use]
    pub fn difference(&self, source: &Source, other: &str) -> Option<Span> {
        let one = hcl2_native::parse_file(source).value;
        let other = SourceMap::new()
            .add(source.name(), other)
            .ok()
            .and_then(|source| hcl2_native::parse_file(&source).into_result().ok());
        match other {
            Some(other) => same::difference(&one, &other, self.shape(source)),
            None => Some(source.span()),
        }
    }

    /// Proves the conversion of a file in native syntax to `json` by converting that back.
    ///
    /// # Errors
    ///
    /// `hcl2::terraform::not-convertible` at the first range with another meaning.
    pub fn prove_json(&self, source: &Source, json: &str) -> Result<(), Box<Diagnostic>> {
        let back = SourceMap::new()
            .add(format!("{}.json", source.name()), json)
            .ok()
            .and_then(|json| self.to_native(&json).value);
        match self.difference(source, &back.unwrap_or_default()) {
            None => Ok(()),
            Some(span) => Err(Box::new(unproven(span))),
        }
    }

    /// Proves the conversion of a file in JSON to `native` by converting that to JSON and back.
    ///
    /// # Errors
    ///
    /// `hcl2::terraform::not-convertible` if the result has another meaning.
    pub fn prove_native(&self, source: &Source, native: &str) -> Result<(), Box<Diagnostic>> {
        let name = source.name().strip_suffix(".json").unwrap_or(source.name());
        let proven = SourceMap::new().add(name, native).is_ok_and(|native| {
            let json = self.to_json(&native).value.unwrap_or_default();
            self.prove_json(&native, &json).is_ok()
        });
        if proven {
            Ok(())
        } else {
            Err(Box::new(unproven(source.span())))
        }
    }
}

/// Returns the shape of a block in native syntax.
fn shape_of<'s>(file: &File, block: &Block, blocks: Blocks<'s>) -> Shape<'s> {
    let first = file.labels(block.labels).first();
    let provider = file.items(file.body(block.body).items).iter().find_map(|item| {
        let Item::Attribute(id) = item else { return None };
        let attribute = file.attribute(*id);
        let is_provider = file.str(attribute.name) == names::PROVIDER;
        is_provider.then(|| file.str(file.expr_range(attribute.value)))
    });
    blocks.shape(first.map(|label| file.text(label.text)), provider)
}

fn unproven(span: Span) -> Diagnostic {
    Diagnostic::error(codes::NOT_CONVERTIBLE, "Different meaning when converted back")
        .with_detail("Converted back, this has another meaning, so the conversion is not reliable.")
        .with_subject(span)
}
