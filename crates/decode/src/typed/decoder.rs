//! Decoding bodies into Rust types.

use std::any::TypeId;
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use hcl2_diagnostics::{
    Code, Diagnostic, Diagnostics, Outcome, SourceMap, Span, codes::body as body_codes,
    codes::decode as codes,
};
use hcl2_model::{
    Block, Body, BodyRef, BodySchema, EvalContext, Expression, ExpressionRef, Label, merge_bodies,
};
use hcl2_value::Value;

use super::body::Site;
use super::layout::{Laid, Layout};
use super::sensitive::possible_secrets;
use super::{Check, Decode, DecodeAttribute, Definitions, Place, Scope, Spanned};
use crate::schema::AttributeKind;

/// Decodes a body into a Rust type. Expressions are evaluated in `context`; without one they cannot refer to variables
/// or call functions.
///
/// The value is `Some` unless a diagnostic is an error. The diagnostics have codes of `hcl2::body`, `hcl2::decode` and
/// `hcl2::expr`.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
/// use hcl2_decode::{Decode, decode_into};
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_model::BodyRef;
/// use hcl2_native::NativeBody;
///
/// #[derive(hcl2_derive::Decode, Debug, PartialEq)]
/// #[hcl(crate = hcl2_decode)]
/// struct Config {
///     name: String,
///     port: Option<u16>,
/// }
///
/// let mut sources = SourceMap::new();
/// let mut decode = |text: &str| {
///     let source = sources.add("app.hcl", text).unwrap();
///     let parsed = hcl2_native::parse_file(&source);
///     let body: BodyRef = Arc::new(NativeBody::new(parsed.value.clone(), parsed.value.root().body().unwrap()));
///     decode_into::<Config>(&body, None)
/// };
/// let config = decode("name = \"web\"\n").into_result().unwrap();
/// assert_eq!(config, Some(Config { name: "web".to_owned(), port: None }));
///
/// let decoded = decode("name = \"web\"\nport = 80000\n");
/// assert_eq!(decoded.value, None);
/// assert_eq!(decoded.diagnostics[0].code.id(), "hcl2::decode::out-of-range");
/// ```
pub fn decode_into<'c, T: Decode>(
    body: &BodyRef,
    context: impl Into<Option<&'c EvalContext<'c>>>,
) -> Outcome<Option<T>> {
    let mut decoder = Decoder::new(context);
    let decoded = decoder.body::<T>(body, &[], None);
    decoder.finish(decoded)
}

/// Decodes a block with its labels into a Rust type.
///
/// The result is `None` if there is an error.
///
/// # Examples
///
/// ```
/// use hcl2_decode::decode_block;
/// use hcl2_model::{Body, BodySchema, EvalContext};
///
/// #[derive(hcl2_derive::Decode, Debug, PartialEq)]
/// #[hcl(crate = hcl2_decode)]
/// struct Listen {
///     #[hcl(label)]
///     protocol: String,
///     port: u16,
/// }
///
/// fn listens(body: &dyn Body, context: &EvalContext<'_>) -> Vec<Option<Listen>> {
///     let content = body.content(&BodySchema::new().block("listen", ["protocol"])).value;
///     content.blocks.iter().map(|block| decode_block(block, context).value).collect()
/// }
/// ```
pub fn decode_block<'c, T: Decode>(
    block: &Block,
    context: impl Into<Option<&'c EvalContext<'c>>>,
) -> Outcome<Option<T>> {
    let mut decoder = Decoder::new(context);
    let decoded = decoder.body(&block.body, &block.labels, Some(block.header_span));
    decoder.finish(decoded)
}

/// Decodes bodies, evaluates expressions and collects diagnostics.
#[derive(Debug)]
pub struct Decoder<'a> {
    context: Option<&'a EvalContext<'a>>,
    sources: Option<&'a SourceMap>,
    /// The ranges of sensitive values.
    secrets: Vec<Span>,
    /// The context and the sources, once something keeps them.
    scope: OnceCell<Arc<Scope>>,
    diagnostics: Diagnostics,
    definitions: Definitions,
    layouts: HashMap<TypeId, Arc<Layout>>,
}

impl<'a> Decoder<'a> {
    /// Creates a decoder that evaluates expressions in a context.
    #[must_use]
    pub fn new(context: impl Into<Option<&'a EvalContext<'a>>>) -> Self {
        Self {
            context: context.into(),
            sources: None,
            secrets: Vec::new(),
            scope: OnceCell::new(),
            diagnostics: Diagnostics::new(),
            definitions: Definitions::new(),
            layouts: HashMap::new(),
        }
    }

    /// Sets the sources that spans point into, which [`Spanned`] and [`Lazy`](crate::Lazy) values keep for their errors.
    #[must_use]
    pub fn with_sources(mut self, sources: &'a SourceMap) -> Self {
        self.sources = Some(sources);
        self
    }

    /// Marks a range as that of a sensitive value, which [`secrets`](Self::secrets) returns.
    pub fn conceal(&mut self, span: Span) {
        self.secrets.push(span);
    }

    /// Returns the ranges of sensitive values so far, which errors must not show.
    #[must_use]
    pub fn secrets(&self) -> &[Span] {
        &self.secrets
    }

    /// Decodes an expression; the result is `None` if there is an error.
    pub fn decode_attribute<T: DecodeAttribute>(mut self, expression: &ExpressionRef) -> Outcome<Option<T>> {
        let decoded = T::decode_expression(expression, &mut self);
        self.finish(decoded)
    }

    /// Returns a decoded value with the diagnostics; the value is `None` if one is an error.
    pub fn finish<T>(self, decoded: Option<T>) -> Outcome<Option<T>> {
        let decoded = decoded.filter(|_| !self.diagnostics.has_errors());
        Outcome::new(decoded, self.diagnostics)
    }

    /// Returns what is kept for evaluation after decoding: the context and the sources.
    #[must_use]
    pub fn scope(&self) -> &Arc<Scope> {
        self.scope
            .get_or_init(|| Arc::new(Scope::new(self.context, self.sources)))
    }

    /// Attaches a range and its source to a value.
    pub(super) fn spanned<T>(&self, value: T, span: Span) -> Spanned<T> {
        let source = self.sources.and_then(|sources| sources.shown(span.source));
        Spanned::new(value, span).with_source(source.cloned())
    }

    /// Returns the context that expressions are evaluated in.
    #[must_use]
    pub fn context(&self) -> Option<&'a EvalContext<'a>> {
        self.context
    }

    /// Returns the diagnostics so far.
    #[must_use]
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Reports diagnostics.
    pub fn report(&mut self, problems: impl IntoIterator<Item = Diagnostic>) {
        self.diagnostics.extend(problems);
    }

    pub(super) fn into_diagnostics(self) -> Diagnostics {
        self.diagnostics
    }

    /// Adds the diagnostics of a list, with the number of those it omits.
    pub(crate) fn append(&mut self, problems: Diagnostics) {
        self.diagnostics.append(problems);
    }

    /// Reports an error at a range.
    pub fn error(&mut self, code: Code, summary: &'static str, detail: impl Into<String>, subject: Span) {
        self.diagnostics.push(
            Diagnostic::error(code, summary)
                .with_detail(detail.into())
                .with_subject(subject),
        );
    }

    /// Evaluates an expression; `None` after reporting why it cannot be evaluated.
    pub fn evaluate(&mut self, expression: &dyn Expression) -> Option<Value> {
        let Outcome {
            value,
            diagnostics: mut problems,
        } = expression.evaluate(self.context);
        if problems.is_empty() {
            return Some(value);
        }
        // A loop repeats the same problem in every iteration; it is reported once.
        let mut reported = HashSet::new();
        problems.retain(|problem| reported.insert((problem.code, problem.subject, problem.detail.clone())));
        let has_errors = problems.has_errors();
        self.diagnostics.append(problems);
        (!has_errors).then_some(value)
    }

    /// Evaluates a key in an object constructor; `None` after reporting that it is not a known string.
    pub(super) fn key_text(&mut self, key: &dyn Expression) -> Option<String> {
        let mut problems = Diagnostics::new();
        let text = super::place::key_text(key, self.context, &mut problems);
        let has_errors = problems.has_errors();
        self.diagnostics.append(problems);
        if text.is_none() && !has_errors {
            self.error(
                codes::WRONG_TYPE,
                "Wrong type",
                "The key must be a known string.",
                key.span(),
            );
        }
        text
    }

    /// Reports a value that does not fit a type: it is null, unknown, marked, or of another type.
    ///
    /// Returns `None`, for the caller to return.
    pub fn unfit<T: DecodeAttribute, R>(&mut self, value: &Value, place: &Place<'_>) -> Option<R> {
        let expected = T::kind(&mut Definitions::new());
        self.unfit_for(&expected, value, place)
    }

    /// Reports a value that does not fit like [`unfit`](Self::unfit), with the expected kind of value.
    pub fn unfit_for<R>(&mut self, expected: &AttributeKind, value: &Value, place: &Place<'_>) -> Option<R> {
        let span = place.span();
        // All parts of a value without a constructor have the same range: only the first problem is reported.
        let is_reported = |problem: &Diagnostic| {
            problem.is_error()
                && problem.subject == Some(span)
                && problem.code.id().starts_with("hcl2::decode::")
        };
        if self.diagnostics.last().is_some_and(is_reported) {
            return None;
        }
        if value.is_marked() {
            let detail = format!(
                "Expected {expected}, found a marked value, such as a sensitive one. Use a value without marks."
            );
            self.error(codes::MARKED_VALUE, "Marked value", detail, span);
        } else if value.is_null() {
            let detail = format!("Expected {expected}, found `null`.");
            self.error(codes::NULL_VALUE, "Null value", detail, span);
        } else if !value.is_known() {
            let detail = format!("Expected {expected}, found a value that is not known yet.");
            self.error(codes::UNKNOWN_VALUE, "Unknown value", detail, span);
        } else {
            let detail = format!("Expected {expected}, found {}.", found(value));
            self.error(codes::WRONG_TYPE, "Wrong type", detail, span);
        }
        None
    }

    pub(super) fn layout<T: Decode>(&mut self) -> Arc<Layout> {
        if let Some(layout) = self.layouts.get(&TypeId::of::<T>()) {
            return Arc::clone(layout);
        }
        let name = self.definitions.define::<T>();
        let layout = Arc::new(self.definitions.layout(&name));
        self.layouts.insert(TypeId::of::<T>(), Arc::clone(&layout));
        layout
    }

    /// Decodes the body of a block with these labels and this header, or of a file.
    pub fn body<T: Decode>(&mut self, body: &BodyRef, labels: &[Label], header: Option<Span>) -> Option<T> {
        T::decode_body(body, labels, header, self)
    }

    /// Decodes an absent block as an empty one; `None` if an empty one would be a mistake, which is not reported.
    pub fn absent<T: Decode>(&mut self) -> Option<T> {
        let reported = std::mem::take(&mut self.diagnostics);
        let decoded = self.body(&merge_bodies(Vec::new()), &[], None);
        let problems = std::mem::replace(&mut self.diagnostics, reported);
        decoded.filter(|_| !problems.has_errors())
    }

    /// Decodes a body by the schema of a type. This is the usual implementation of [`Decode::decode_body`].
    pub fn content<T: Decode>(
        &mut self,
        body: &BodyRef,
        labels: &[Label],
        header: Option<Span>,
    ) -> Option<T> {
        let layout = self.layout::<T>();
        let Laid {
            content,
            remain,
            explained,
            problems,
        } = layout.read(body);
        if layout.has_secrets && !problems.is_empty() {
            self.secrets
                .extend(possible_secrets(body, &layout.schema, &problems));
        }
        self.diagnostics.append(problems);
        let site = Site::new(&content, labels, header, remain).with_explained(explained);
        let decoded = T::decode_content(&site, self);
        if let Some(extra) = labels.get(site.labels_used()) {
            self.error(
                body_codes::EXTRANEOUS_LABEL,
                "Extraneous label",
                "Unexpected label. Remove it.",
                extra.span,
            );
        }
        decoded
    }

    /// Reports everything in a body that must be empty.
    pub fn empty_body(&mut self, body: &dyn Body) {
        body.content(&BodySchema::new())
            .report_into(&mut self.diagnostics);
    }

    /// Passes a decoded value to a function of the application, which can report problems.
    pub fn check<T: Decode>(
        &mut self,
        decoded: &T,
        site: &Site<'_>,
        check: impl FnOnce(&T, &mut Check<'_, 'a>),
    ) {
        let layout = self.layout::<T>();
        check(decoded, &mut Check::new(site, &layout, self));
    }
}

/// Describes a known, unmarked value for a message.
pub(super) fn found(value: &Value) -> String {
    match (value.as_bool(), value.as_number(), value.as_str()) {
        (Some(truth), ..) => format!("`{truth}`"),
        (_, Some(number), _) if number.is_infinite() => "an infinite number".to_owned(),
        (_, Some(number), _) => match number.to_string_limited(40) {
            Ok(text) => text.to_string(),
            Err(_) if number.is_integer() => "a number with too many digits".to_owned(),
            Err(_) => "a number with a long fraction".to_owned(),
        },
        (_, _, Some(text)) if text.chars().count() <= 40 => format!("the string {text:?}"),
        (_, _, Some(_)) => "a string".to_owned(),
        _ => {
            let name = value.ty().friendly_name();
            let article = if name.starts_with(['a', 'e', 'i', 'o', 'u']) {
                "an"
            } else {
                "a"
            };
            format!("{article} {name}")
        }
    }
}
