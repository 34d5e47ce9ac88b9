//! Templates: literals, interpolations and directives put together to a string.

use hcl2_diagnostics::{Diagnostic, Span, codes::expr as codes};
use hcl2_value::{Marks, StrBuilder, Type, Value};

use super::conditional::Branch;
use super::{Context, Evaluator, collection::LoopScope, too_large};
use crate::tree::{ExprId, ForDirective, IfDirective, List, Part};

/// Most bytes that a template may evaluate to.
const LARGEST: usize = 64 << 20;

/// Bytes that an interpolation usually adds.
const USUAL: usize = 8;

/// Most bytes of an unknown string's known prefix that are kept.
const LONGEST_PREFIX: usize = 128;

/// A string that is being put together.
struct Text {
    known: StrBuilder,
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
        let expected = file[parts].iter().map(|part| match part {
            Part::Literal { text, .. } => text.len(),
            _ => USUAL,
        });
        let mut text = Text {
            known: StrBuilder::with_capacity(expected.sum()),
            open: false,
            failed: false,
            marks: Marks::NONE,
        };
        for part in &file[parts] {
            let start = self.diagnostics.len();
            match *part {
                Part::Literal { text: literal, .. } => {
                    if !text.open && !text.failed {
                        text.known.push_str(file.text(literal));
                    }
                }
                Part::Interpolation { expr, .. } => self.with_value(expr, context, |this, value| {
                    if let Some(piece) = value.as_str()
                        && !text.open
                        && !text.failed
                        && this.diagnostics.len() == start
                        && text.known.as_str().len() + piece.len() <= LARGEST
                    {
                        text.known.push_str(piece);
                    } else {
                        this.add(&mut text, value, start, this.span(expr), whole);
                    }
                }),
                Part::If(directive) => {
                    let directive = file[directive];
                    let value = self.if_directive(directive, context);
                    let span = file.span(directive.open.to(directive.close));
                    self.add(&mut text, &value, start, span, whole);
                }
                Part::For(directive) => {
                    let directive = file[directive];
                    let span = file.span(directive.open.to(directive.close));
                    let value = self.for_directive(directive, span, context);
                    self.add(&mut text, &value, start, span, whole);
                }
                Part::Error(range) => self.add(&mut text, &Value::DYNAMIC, start, file.span(range), whole),
            }
        }
        if !text.open && text.marks.is_empty() {
            return Value::from(text.known.build());
        }
        if !text.open {
            return Value::from(text.known.build()).with_marks(&text.marks);
        }
        let unknown = Value::unknown_not_null(Type::STRING);
        let prefix = if text.failed {
            ""
        } else {
            prefix_of(text.known.as_str())
        };
        let value = match unknown.clone().refine().string_prefix(prefix) {
            Ok(refiner) if !prefix.is_empty() => refiner.build(),
            _ => unknown,
        };
        value.with_marks(&text.marks)
    }

    /// Adds the value of one part, whose problems start at `start`, to a text.
    fn add(&mut self, text: &mut Text, value: &Value, start: usize, span: Span, whole: Span) {
        text.failed |= self.diagnostics.has_errors_since(start);
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
                if text.known.as_str().len() + piece.len() > LARGEST {
                    self.diagnostics
                        .push(too_large("The template's result is too long.", span));
                    text.failed = true;
                    text.known = StrBuilder::default();
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
    fn if_directive(&mut self, directive: IfDirective, context: Context<'_>) -> Value {
        let whole = directive.open.to(directive.close);
        let start = self.diagnostics.len();
        let true_value = self.parts(self.file.span(directive.open), directive.if_true, context);
        let if_true = Branch {
            value: &true_value,
            problems: self.diagnostics.split_off(start),
            range: directive.open,
        };
        let (false_value, range) = match directive.if_false {
            Some(clause) => {
                let span = self.file.span(clause.range);
                (self.parts(span, clause.parts, context), clause.range)
            }
            None => (Value::from(""), directive.close),
        };
        let if_false = Branch {
            value: &false_value,
            problems: self.diagnostics.split_off(start),
            range,
        };
        self.choose(whole, directive.condition, if_true, if_false, context)
    }

    /// `TemplateFor`, which `whole` covers: the parts once for each element.
    fn for_directive(&mut self, directive: ForDirective, whole: Span, context: Context<'_>) -> Value {
        let Some((collection, mut marks)) = self.iterable(directive.collection, whole, context) else {
            return Value::unknown(Type::STRING);
        };
        if !collection.is_known() {
            return Value::unknown(Type::STRING);
        }
        let mut scope = LoopScope::new(
            self,
            directive.key_variable.as_ref(),
            &directive.value_variable,
            context,
        );
        let mut text = StrBuilder::default();
        let mut open = false;
        let mut later_marks = Marks::NONE;
        for (key, value) in collection.iter_elements().into_iter().flatten() {
            scope.enter(key, value);
            let (piece, piece_marks) = self.parts(whole, directive.parts, Some(&scope.context)).unmark();
            if open {
                continue;
            }
            match piece.as_str() {
                Some(piece) if text.as_str().len() + piece.len() <= LARGEST => text.push_str(piece),
                Some(_) => {
                    self.diagnostics
                        .push(too_large("The template's result is too long.", whole));
                    return Value::unknown(Type::STRING);
                }
                None => open = true,
            }
            if !open {
                later_marks = later_marks.union(&piece_marks);
            }
        }
        if open {
            return Value::unknown(Type::STRING).with_marks(&marks);
        }
        marks = marks.union(&later_marks);
        Value::from(text.build()).with_marks(&marks)
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
