//! Templates: literals, interpolations and directives put together to a string.

use hcl2_diagnostics::{Diagnostic, Diagnostics, Span, codes::expr as codes};
use hcl2_value::{Marks, Type, Value};

use super::conditional::Branch;
use super::{Context, Evaluator, collection::LoopScope, too_large};
use crate::tree::{ExprId, ForDirectiveId, IfDirectiveId, List, Part, TextRange};

/// Most bytes that a template may evaluate to.
const LARGEST: usize = 64 << 20;

/// Bytes that there is room for from the start.
const USUAL: usize = 64;

/// Most bytes of an unknown string's known prefix that are kept.
const LONGEST_PREFIX: usize = 128;

/// A string that is being put together.
#[derive(Default)]
struct Text {
    known: String,
    /// Whether some part before now was unknown, so that only what came before it is known.
    open: bool,
    failed: bool,
    marks: Marks,
}

impl Evaluator<'_> {
    /// `Template`.
    pub(super) fn template(&mut self, id: ExprId, parts: List<Part>, context: Context<'_>) -> Value {
        self.parts(self.span(id), parts, context)
    }

    /// The value of some parts of a template, which `whole` covers.
    pub(crate) fn parts(&mut self, whole: Span, parts: List<Part>, context: Context<'_>) -> Value {
        let file = self.file;
        let mut text = Text::default();
        text.known.reserve(USUAL);
        for part in &file[parts] {
            let start = self.diagnostics.len();
            let (value, span) = match *part {
                Part::Interpolation { expr, .. } => {
                    let value = self.expression(expr, context);
                    if let Some(piece) = value.as_str()
                        && !text.open
                        && !text.failed
                        && self.diagnostics.len() == start
                        && text.known.len() + piece.len() <= LARGEST
                    {
                        text.known.push_str(piece);
                        continue;
                    }
                    (value, self.span(expr))
                }
                Part::Literal { text: literal, .. } => {
                    if !text.open && !text.failed {
                        text.known.push_str(file.text(literal));
                    }
                    continue;
                }
                Part::If(directive) => self.if_directive(directive, context),
                Part::For(directive) => self.for_directive(directive, context),
                Part::Error(range) => (Value::DYNAMIC, file.span(range)),
            };
            text.failed |= self.diagnostics.has_errors_since(start);
            self.add(&mut text, &value, span, whole);
        }
        let known = text.known;
        let value = if !text.open {
            Value::from(known)
        } else {
            let unknown = Value::unknown_not_null(Type::STRING);
            let prefix = if text.failed { "" } else { prefix_of(&known) };
            match unknown.clone().refine().string_prefix(prefix) {
                Ok(refiner) if !prefix.is_empty() => refiner.build(),
                _ => unknown,
            }
        };
        value.with_marks(&text.marks)
    }

    /// Adds the value of one part to a text.
    fn add(&mut self, text: &mut Text, value: &Value, span: Span, whole: Span) {
        let (bare, marks) = value.unmark();
        if bare.is_null() {
            self.not_text(
                "The value is null. Give another for that case, as in `x == null ? \"\" : x`.".to_owned(),
                span,
                whole,
            );
            text.failed = true;
            return;
        }
        text.marks = text.marks.union(&marks);
        if !bare.is_known() {
            text.open = true;
            return;
        }
        match bare.convert(&Type::STRING) {
            Err(error) => {
                self.not_text(
                    format!(
                        "A value of type {} has no text form: {error}.",
                        bare.ty().friendly_name()
                    ),
                    span,
                    whole,
                );
                text.failed = true;
            }
            Ok(_) if text.open || text.failed => {}
            Ok(converted) => {
                let piece = converted.as_str().unwrap_or_default();
                if text.known.len() + piece.len() > LARGEST {
                    self.diagnostics
                        .push(too_large("The template's result is too long.", span));
                    text.failed = true;
                    text.known = String::new();
                } else {
                    text.known.push_str(piece);
                }
            }
        }
    }

    fn not_text(&mut self, detail: String, span: Span, whole: Span) {
        self.diagnostics.push(
            Diagnostic::error(codes::INVALID_TEMPLATE_VALUE, "Invalid value in a template")
                .with_detail(detail)
                .with_subject(span)
                .with_context(whole),
        );
    }

    /// `TemplateIf`: a conditional whose results are templates.
    fn if_directive(&mut self, directive: IfDirectiveId, context: Context<'_>) -> (Value, Span) {
        let directive = self.file[directive];
        let whole = directive.open.to(directive.close);
        let if_true = self.directive_branch(directive.open, directive.if_true, context);
        let if_false = match directive.if_false {
            Some(clause) => self.directive_branch(clause.range, clause.parts, context),
            None => Branch {
                value: Value::from(""),
                problems: Diagnostics::new(),
                range: directive.close,
            },
        };
        (
            self.choose(whole, directive.condition, if_true, if_false, context),
            self.file.span(whole),
        )
    }

    fn directive_branch(&mut self, opening: TextRange, parts: List<Part>, context: Context<'_>) -> Branch {
        let start = self.diagnostics.len();
        let span = self.file.span(opening);
        let value = self.parts(span, parts, context);
        Branch {
            value,
            problems: self.diagnostics.split_off(start),
            range: opening,
        }
    }

    /// `TemplateFor`: the parts once for each element.
    fn for_directive(&mut self, directive: ForDirectiveId, context: Context<'_>) -> (Value, Span) {
        let directive = self.file[directive];
        let whole = self.file.span(directive.open.to(directive.close));
        let Some((collection, mut marks)) = self.iterable(directive.collection, whole, context) else {
            return (Value::unknown(Type::STRING), whole);
        };
        if !collection.is_known() {
            return (Value::unknown(Type::STRING), whole);
        }
        let mut scope = LoopScope::new(
            self,
            directive.key_variable.as_ref(),
            &directive.value_variable,
            context,
        );
        let mut text = String::new();
        let mut open = false;
        let mut later_marks = Marks::NONE;
        for (key, value) in collection.iter_elements().into_iter().flatten() {
            scope.enter(key, value);
            let (piece, piece_marks) = self.parts(whole, directive.parts, Some(&scope.context)).unmark();
            if open {
                continue;
            }
            match piece.as_str() {
                Some(piece) if text.len() + piece.len() <= LARGEST => text.push_str(piece),
                Some(_) => {
                    self.diagnostics
                        .push(too_large("The template's result is too long.", whole));
                    return (Value::unknown(Type::STRING), whole);
                }
                None => open = true,
            }
            if !open {
                later_marks = later_marks.union(&piece_marks);
            }
        }
        if open {
            return (Value::unknown(Type::STRING).with_marks(&marks), whole);
        }
        marks = marks.union(&later_marks);
        (Value::from(text).with_marks(&marks), whole)
    }
}

/// The start of a text, cut at a character.
fn prefix_of(text: &str) -> &str {
    let mut end = text.len().min(LONGEST_PREFIX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
