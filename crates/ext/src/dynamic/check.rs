//! Checks of dynamic blocks by an application.

use std::fmt;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostic, codes::decode as codes};
use hcl2_model::{BodyRef, EvalContext, Expression, Name};
use hcl2_value::Value;

use super::expanded;

/// The options of expanding dynamic blocks. [`expand_dynamic_blocks`](super::expand_dynamic_blocks) uses the defaults.
///
/// # Examples
///
/// An application can reject a `for_each` with a valid type:
///
/// ```
/// use std::sync::Arc;
/// use hcl2_ext::dynamic::DynamicBlocks;
/// use hcl2_spec::{Sequence, Spec};
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_native::NativeBody;
/// use hcl2_value::Type;
///
/// let text = "dynamic \"rule\" {\n  for_each = [80, 443, 8080]\n  content {\n    port = rule.value\n  }\n}\n";
/// let mut sources = SourceMap::new();
/// let parsed = hcl2_native::parse_file(&sources.add("app.hcl", text)?);
/// let body = Arc::new(NativeBody::new(Arc::clone(&parsed.value), parsed.value.root().body().unwrap()));
///
/// let few = DynamicBlocks::new().check_for_each(|for_each| {
///     let (elements, _marks) = for_each.value.unmark();
///     match elements.element_count() {
///         Some(count) if count > 2 => Some(for_each.problem("At most two rules are allowed.")),
///         _ => None,
///     }
/// });
/// let spec = Spec::blocks("rule", Sequence::List, Spec::required("port", Type::NUMBER));
/// let diagnostics = spec.decode(&*few.expand(body, None), None).diagnostics;
/// assert_eq!(diagnostics[0].detail, "At most two rules are allowed.");
/// assert_eq!(&text[diagnostics[0].subject.unwrap().range()], "[80, 443, 8080]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct DynamicBlocks {
    check: Option<Check>,
}

impl DynamicBlocks {
    /// Returns the defaults.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Calls `check` before blocks are generated from a `for_each`. If it returns a problem, the problem is reported and no
    /// blocks are generated.
    ///
    /// It is called for every `for_each` that could be expanded: non-null collections and structures, and values of the
    /// dynamic pseudo-type. The value can be unknown, and it can be marked, for instance as sensitive.
    #[must_use]
    pub fn check_for_each(
        mut self,
        check: impl Fn(&ForEach<'_>) -> Option<Diagnostic> + Send + Sync + 'static,
    ) -> Self {
        self.check = Some(Check(Arc::new(check)));
        self
    }

    /// Returns a body in which dynamic blocks are replaced with the blocks that they generate, like
    /// [`expand_dynamic_blocks`](super::expand_dynamic_blocks).
    #[must_use]
    pub fn expand(&self, body: BodyRef, context: Option<&EvalContext<'_>>) -> BodyRef {
        expanded(body, context, self.check.clone())
    }
}

type CheckFunction = dyn Fn(&ForEach<'_>) -> Option<Diagnostic> + Send + Sync;

#[derive(Clone)]
pub(super) struct Check(Arc<CheckFunction>);

impl Check {
    pub(super) fn ask(&self, for_each: &ForEach<'_>) -> Option<Diagnostic> {
        (self.0)(for_each)
    }
}

impl fmt::Debug for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Check")
    }
}

/// A `for_each` from which blocks are about to be generated.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct ForEach<'a> {
    /// The type of the blocks.
    pub block_type: &'a Name,
    /// The value to iterate over, with its marks.
    pub value: &'a Value,
    /// The expression that the value comes from.
    pub expression: &'a dyn Expression,
}

impl ForEach<'_> {
    /// Creates an error for this `for_each` (`hcl2::decode::invalid-for-each`), at the range of its expression.
    ///
    /// The detail must not reveal a marked value.
    #[must_use]
    pub fn problem(&self, detail: impl Into<std::borrow::Cow<'static, str>>) -> Diagnostic {
        Diagnostic::error(codes::INVALID_FOR_EACH, "Invalid for_each")
            .with_detail(detail)
            .with_subject(self.expression.span())
    }
}
