//! How JSON text is read: rules and limits.

use hcl2_model::Limits;

/// Maximum nesting depth of a value that an expression evaluates to.
pub(crate) const MAX_VALUE_DEPTH: usize = 500;

/// The rules for reading JSON as bodies and expressions.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_json::{Options, Profile};
/// use hcl2_model::BodySchema;
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.json", r#"{"check": [{"ready": {}}]}"#)?;
/// let schema = BodySchema::new().block("check", ["name"]);
/// assert!(!hcl2_json::parse(&source).value.content(&schema).has_errors());
///
/// let options = Options { profile: Profile::Legacy, ..Options::default() };
/// let body = options.parse(&source).value;
/// assert_eq!(body.content(&schema).diagnostics[0].code.id(), "hcl2::json::legacy-array");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// The current specification of the JSON syntax.
    #[default]
    Standard,
    /// Its stricter first edition: a body, and each level of labels, is one object, never an array of objects; the
    /// blocks of a type are in one property; and property names are never templates.
    Legacy,
    /// The current specification to the letter, where [`Standard`](Self::Standard) follows the reference: where blocks or
    /// labels are expected, null, an element of an array that is not an object, and any other value are errors at once, and
    /// an object without properties stands for no blocks.
    Strict,
}

/// How JSON text is read: by which rules, and within which limits.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_json::{Limits, Options};
///
/// let limits = Limits::new().with_nesting_depth(2);
/// let options = Options { limits, ..Options::default() };
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.json", "[[[]]]")?;
/// let diagnostics = options.parse_tree(&source).diagnostics;
/// assert_eq!(diagnostics[0].code.id(), "hcl2::json::too-deep");
///
/// let options = Options { jsonc: true, ..Options::default() };
/// let source = sources.add("app.jsonc", "[80, /* HTTPS */ 443,]")?;
/// assert!(options.parse_tree(&source).diagnostics.is_empty());
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The rules.
    pub profile: Profile,
    /// The limits.
    pub limits: Limits,
    /// Whether comments, `// ...` and `/* ... */`, and a trailing comma in an object or array are accepted.
    pub jsonc: bool,
}
