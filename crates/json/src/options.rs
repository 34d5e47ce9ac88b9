//! How a JSON text is read.

use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, codes};
use hcl2_model::{BodyRef, ExpressionRef, Limits, Syntax};

use crate::body::JsonBody;
use crate::expression::JsonExpression;
use crate::file::File;
use crate::owned::value_of;
use crate::parser::{check_text, parse_text};
use crate::{JsonValue, NodeId, NodeKind, Tree};

/// Which rules the mapping from JSON to bodies and expressions follows.
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
/// assert!(hcl2_json::parse(&source).0.content(&schema).diagnostics.is_empty());
///
/// let options = Options { profile: Profile::Legacy, ..Options::default() };
/// let (body, _) = options.parse(&source);
/// assert_eq!(body.content(&schema).diagnostics[0].code.id(), "hcl2::json::legacy-array");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Profile {
    /// The specification of the JSON syntax as it is now.
    #[default]
    Standard,
    /// Its first edition, which is stricter: a body, and each level of labels, is one object, never an array of
    /// objects; the blocks of a type are in one property; and names of properties are never templates.
    Legacy,
}

/// How a JSON text is read: by which rules, and within which limits.
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
/// let (_, diagnostics) = options.parse_tree(&source);
/// assert_eq!(diagnostics[0].code.id(), "hcl2::json::too-deep");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The rules.
    pub profile: Profile,
    /// The limits.
    pub limits: Limits,
}

impl Options {
    /// As [`parse`](crate::parse), by these rules and within these limits.
    #[must_use]
    pub fn parse(&self, source: &Source) -> (BodyRef, Diagnostics) {
        let (tree, mut diagnostics) = self.parse_tree(source);
        let root = tree.root();
        let is_body = match root.kind() {
            NodeKind::Object => true,
            NodeKind::Array => self.profile == Profile::Standard,
            _ => false,
        };
        if !is_body && root.kind() != NodeKind::Invalid {
            let error = if root.kind() == NodeKind::Array {
                Diagnostic::error(codes::json::LEGACY_ARRAY, "Array as a body").with_detail(
                    "By the rules of the legacy profile, which applies here, a body is one object. Join the objects of \
                     this array to one.",
                )
            } else {
                Diagnostic::error(codes::json::ROOT_NOT_BODY, "No body").with_detail(
                    "The outermost value of a configuration file is an object with its attributes and blocks, or an \
                     array of such objects.",
                )
            };
            diagnostics.push(error.with_subject(root.open_span()));
            diagnostics.sort_by_source();
        }
        let body = JsonBody::new(File::new(tree, self.profile), is_body.then_some(NodeId::ROOT));
        (Arc::new(body), diagnostics)
    }

    /// As [`parse_expression`](crate::parse_expression), by these rules and within these limits.
    #[must_use]
    pub fn parse_expression(&self, source: &Source) -> (ExpressionRef, Diagnostics) {
        let (tree, diagnostics) = self.parse_tree(source);
        let expression = JsonExpression::new(File::new(tree, self.profile), NodeId::ROOT);
        (Arc::new(expression), diagnostics)
    }

    /// As [`parse_tree`](crate::parse_tree), within these limits.
    #[must_use]
    pub fn parse_tree(&self, source: &Source) -> (Tree, Diagnostics) {
        parse_text(source, *self)
    }

    /// Parses a JSON text into a value that owns all it holds, as [`parse_value`](crate::parse_value) does, within these
    /// limits.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, in the order of the text.
    pub fn parse_value(&self, source: &Source) -> Result<JsonValue, Diagnostics> {
        let mut options = *self;
        let depth = options
            .limits
            .nesting_depth(Syntax::Json)
            .min(JsonValue::MAX_DEPTH);
        options.limits = options.limits.with_nesting_depth(depth);
        let (tree, diagnostics) = options.parse_tree(source);
        if diagnostics.has_errors() {
            return Err(diagnostics);
        }
        value_of(&tree).ok_or(diagnostics)
    }

    /// Checks that a text is JSON, as [`validate`](crate::validate) does, within these limits.
    ///
    /// # Errors
    ///
    /// What is wrong with the text, in the order of the text.
    pub fn validate(&self, source: &Source) -> Result<(), Diagnostics> {
        let diagnostics = check_text(source, *self);
        if diagnostics.has_errors() {
            return Err(diagnostics);
        }
        Ok(())
    }
}
