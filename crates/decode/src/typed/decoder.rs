//! The state of decoding a body into Rust types.

use std::any::TypeId;
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::Arc;

use hcl2_diagnostics::{
    Code, Diagnostic, Diagnostics, Outcome, Span, codes::body as body_codes, codes::decode as codes,
};
use hcl2_model::{Body, BodyRef, BodySchema, EvalContext, Expression, Label};
use hcl2_value::Value;

use super::body::Site;
use super::{Decode, DecodeAttribute, Definitions, Place};
use crate::schema::{AttributeKind, Rest};

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
pub fn decode_into<T: Decode>(body: &BodyRef, context: Option<&EvalContext<'_>>) -> Outcome<Option<T>> {
    let mut decoder = Decoder::new(context);
    let decoded = decoder.body::<T>(body, &[], None);
    let diagnostics = decoder.diagnostics;
    let decoded = decoded.filter(|_| !diagnostics.has_errors());
    Outcome::new(decoded, diagnostics)
}

/// Decodes bodies, evaluates expressions and collects what is wrong.
#[derive(Debug)]
pub struct Decoder<'a> {
    context: Option<&'a EvalContext<'a>>,
    diagnostics: Diagnostics,
    definitions: Definitions,
    layouts: HashMap<TypeId, Arc<Layout>>,
}

/// What is known of a type before any body of it is decoded.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) schema: BodySchema,
    pub(super) rest: Rest,
}

impl<'a> Decoder<'a> {
    /// Makes a decoder that evaluates in a context.
    #[must_use]
    pub fn new(context: Option<&'a EvalContext<'a>>) -> Self {
        Self {
            context,
            diagnostics: Diagnostics::new(),
            definitions: Definitions::new(),
            layouts: HashMap::new(),
        }
    }

    /// The context that expressions are evaluated in.
    #[must_use]
    pub fn context(&self) -> Option<&'a EvalContext<'a>> {
        self.context
    }

    /// What was reported so far.
    #[must_use]
    pub fn diagnostics(&self) -> &Diagnostics {
        &self.diagnostics
    }

    /// Reports problems.
    pub fn report(&mut self, problems: impl IntoIterator<Item = Diagnostic>) {
        self.diagnostics.extend(problems);
    }

    /// Reports an error at a place.
    pub fn error(&mut self, code: Code, summary: &'static str, detail: impl Into<String>, subject: Span) {
        self.diagnostics.push(
            Diagnostic::error(code, summary)
                .with_detail(detail.into())
                .with_subject(subject),
        );
    }

    /// The value of an expression; `None` where evaluating it is an error, which is reported.
    pub fn evaluate(&mut self, expression: &dyn Expression) -> Option<Value> {
        let start = self.diagnostics.len();
        let value = expression
            .evaluate(self.context)
            .report_into(&mut self.diagnostics);
        if self.diagnostics.len() == start {
            return Some(value);
        }
        // What is wrong in a loop is wrong each time round, and said once.
        let mut said = HashSet::new();
        for problem in self.diagnostics.split_off(start) {
            if said.insert((problem.code, problem.subject, problem.detail.clone())) {
                self.diagnostics.push(problem);
            }
        }
        (!self.diagnostics.has_errors_since(start)).then_some(value)
    }

    /// The text of a key of a map that is written out; `None` where it has none, which is reported.
    pub(super) fn key_text(&mut self, key: &dyn Expression) -> Option<String> {
        let start = self.diagnostics.len();
        let text = super::place::key_text(key, self.context, &mut self.diagnostics);
        if text.is_none() && !self.diagnostics.has_errors_since(start) {
            self.error(
                codes::WRONG_TYPE,
                "Wrong type",
                "The key must be a known string.",
                key.span(),
            );
        }
        text
    }

    /// Reports that a value is not what an attribute can be set to: it is null, unknown, marked, or of another type.
    /// Gives `None`, for the caller to give back.
    pub fn unfit<T: DecodeAttribute, R>(&mut self, value: &Value, place: &Place<'_>) -> Option<R> {
        let wanted = T::kind(&mut Definitions::new());
        self.unfit_for(&wanted, value, place)
    }

    /// As [`unfit`](Self::unfit), for what a Rust type does not say.
    pub fn unfit_for<R>(&mut self, wanted: &AttributeKind, value: &Value, place: &Place<'_>) -> Option<R> {
        let span = place.span();
        // Of the parts of a value that is not written out, all stand at one place: the first speaks for them.
        let is_said = |problem: &Diagnostic| {
            problem.is_error()
                && problem.subject == Some(span)
                && problem.code.id().starts_with("hcl2::decode::")
        };
        if self.diagnostics.last().is_some_and(is_said) {
            return None;
        }
        if value.is_marked() {
            let detail = format!(
                "{} is wanted here, and this value is marked, for instance as sensitive. Use one that is not.",
                capital(wanted)
            );
            self.error(codes::MARKED_VALUE, "Marked value", detail, span);
        } else if value.is_null() {
            let detail = format!("{} is wanted here, not `null`.", capital(wanted));
            self.error(codes::NULL_VALUE, "Null value", detail, span);
        } else if !value.is_known() {
            let detail = format!(
                "{} is wanted here, and this value will be known only later.",
                capital(wanted)
            );
            self.error(codes::UNKNOWN_VALUE, "Unknown value", detail, span);
        } else {
            let detail = format!("{} is wanted here, not {}.", capital(wanted), found(value));
            self.error(codes::WRONG_TYPE, "Wrong type", detail, span);
        }
        None
    }

    pub(super) fn layout<T: Decode>(&mut self) -> Arc<Layout> {
        if let Some(layout) = self.layouts.get(&TypeId::of::<T>()) {
            return Arc::clone(layout);
        }
        let name = self.definitions.define::<T>();
        let layout = Arc::new(Layout {
            schema: self.definitions.body_schema(&name),
            rest: self
                .definitions
                .body(&name)
                .map(|body| body.rest)
                .unwrap_or_default(),
        });
        self.layouts.insert(TypeId::of::<T>(), Arc::clone(&layout));
        layout
    }

    /// Decodes a body, which is that of a block with these labels and this header, or of a file.
    pub fn body<T: Decode>(&mut self, body: &BodyRef, labels: &[Label], header: Option<Span>) -> Option<T> {
        T::decode_body(body, labels, header, self)
    }

    /// Decodes a body by the schema of a type; what [`Decode::decode_body`] does as a rule.
    pub fn content<T: Decode>(
        &mut self,
        body: &BodyRef,
        labels: &[Label],
        header: Option<Span>,
    ) -> Option<T> {
        let layout = self.layout::<T>();
        let (content, remain, problems) = match layout.rest {
            Rest::Nothing => {
                let found = body.content(&layout.schema);
                (found.value, None, found.diagnostics)
            }
            Rest::Attributes | Rest::Anything => {
                let Outcome { value, diagnostics } = body.partial_content(&layout.schema);
                (value.content, Some(value.remain), diagnostics)
            }
        };
        let has_unread = problems.iter().any(|problem| {
            matches!(
                problem.code,
                body_codes::MISSING_LABEL | body_codes::EXTRANEOUS_LABEL
            )
        });
        self.diagnostics.extend(problems);
        let site = Site::new(&content, labels, header, remain)
            .with_unread(has_unread.then(|| body.implied_schema()));
        let decoded = T::decode_content(&site, self);
        if let Some(extra) = labels.get(site.labels_used()) {
            self.error(
                body_codes::EXTRANEOUS_LABEL,
                "Extraneous label",
                "Nothing is named by this label. Remove it.",
                extra.span,
            );
        }
        decoded
    }

    /// Reports what a body has in it that must have nothing in it.
    pub fn empty_body(&mut self, body: &dyn Body) {
        body.content(&BodySchema::new())
            .report_into(&mut self.diagnostics);
    }

    /// Lets the application look at what was decoded, which may report problems.
    pub fn check<T>(&mut self, decoded: &T, site: &Site<'_>, check: impl FnOnce(&T, &mut Check<'_, 'a>)) {
        check(decoded, &mut Check { site, decoder: self });
    }
}

/// What is wanted, with a capital letter.
pub(super) fn capital(wanted: &AttributeKind) -> String {
    let text = wanted.to_string();
    let mut rest = text.chars();
    let first = rest.next();
    first
        .into_iter()
        .flat_map(char::to_uppercase)
        .chain(rest)
        .collect()
}

/// What a known, unmarked value is, for a message.
pub(super) fn found(value: &Value) -> String {
    match (value.as_bool(), value.as_number(), value.as_str()) {
        (Some(truth), ..) => format!("`{truth}`"),
        (_, Some(number), _) if number.is_infinite() => "an infinite number".to_owned(),
        (_, Some(number), _) => match number.to_string_limited(40) {
            Ok(text) => format!("the number {text}"),
            Err(_) if number.is_integer() => "such a long number".to_owned(),
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

/// A look at what was decoded, by a function that an application gives with `#[hcl(validate = …)]`.
#[derive(Debug)]
pub struct Check<'s, 'a> {
    site: &'s Site<'s>,
    decoder: &'s mut Decoder<'a>,
}

impl Check<'_, '_> {
    /// Reports an error about an attribute or block type of the body, or about the body where it has none of this name.
    pub fn error(&mut self, name: &str, message: impl fmt::Display) {
        self.push(
            Diagnostic::error(codes::INVALID_VALUE, "Invalid value"),
            name,
            &message,
        );
    }

    /// Reports a warning about an attribute or block type of the body, or about the body where it has none of this name.
    pub fn warning(&mut self, name: &str, message: impl fmt::Display) {
        self.push(
            Diagnostic::warning(codes::INVALID_VALUE, "Questionable value"),
            name,
            &message,
        );
    }

    /// Reports any problem.
    pub fn report(&mut self, problem: Diagnostic) {
        self.decoder.report([problem]);
    }

    /// Where an attribute's value or the first block of a type stands, or the body where it has none of this name.
    #[must_use]
    pub fn span(&self, name: &str) -> Span {
        self.site.span_of(name)
    }

    fn push(&mut self, problem: Diagnostic, name: &str, message: &dyn fmt::Display) {
        let problem = problem
            .with_detail(super::body::sentence(&message.to_string()))
            .with_subject(self.site.span_of(name));
        self.decoder.report([problem]);
    }
}
