//! Templates: literals, interpolations and directives joined to a string.

use hcl2_diagnostics::{Diagnostic, codes::expr as codes};
use hcl2_model::EvalContext;
use hcl2_value::{Marks, StrBuilder, Type, Value, ValueKind};

use super::conditional::Branch;
use super::{Context, Evaluator, scope::LoopScope, too_large};
use crate::tree::{ExprId, File, ForDirective, IfDirective, List, Node, Part, TextRange};

/// Maximum length of the result of a template, in bytes.
const MAX_BYTES: usize = 64 << 20;

/// Maximum length of a string that needs no allocation, in bytes.
const SHORT: usize = 15;

/// Bytes that an interpolation usually adds to the result.
const USUAL: usize = 8;

/// Maximum length of the known prefix of an unknown string, in bytes.
const MAX_PREFIX_BYTES: usize = 128;

/// A string under construction.
struct Text {
    known: StrBuilder,
    /// Whether an earlier part was unknown, so that `known` is only a prefix.
    open: bool,
    failed: bool,
    marks: Marks,
}

impl Evaluator<'_> {
    /// Evaluates a `Template`.
    #[inline(never)]
    pub(super) fn template(&mut self, id: ExprId, parts: List<Part>, context: Context<'_>) -> Value {
        let file: &File = self.file;
        if let Err(exceeded) = self.meter.steps(parts.len() + 1) {
            return self.stop(exceeded, id);
        }
        let [first, rest @ ..] = file.parts(parts) else {
            return Value::from("");
        };
        let first = match piece(file, first, context) {
            Some(first) if first.len() <= SHORT => first,
            found => return self.remaining(id, StrBuilder::default(), found, file.parts(parts), context),
        };
        let mut known = StrBuilder::default();
        known.push_str(first);
        let mut room = SHORT - first.len();
        let mut rest = rest;
        while let [part, after @ ..] = rest {
            let piece = match piece(file, part, context) {
                Some(piece) if piece.len() <= room => piece,
                found => return self.remaining(id, known, found, rest, context),
            };
            room -= piece.len();
            known.push_str(piece);
            rest = after;
        }
        Value::from(known)
    }

    /// Evaluates the last parts of a template after the parts that are `known`. `found` is the text of the first of them, if
    /// it is known already.
    #[inline(never)]
    fn remaining(
        &mut self,
        id: ExprId,
        mut known: StrBuilder,
        found: Option<&str>,
        mut parts: &[Part],
        context: Context<'_>,
    ) -> Value {
        if let (Some(piece), [_, after @ ..]) = (found, parts)
            && known.as_str().len() + piece.len() <= MAX_BYTES
        {
            known.reserve(piece.len() + expected(after));
            known.push_str(piece);
            parts = after;
        } else {
            known.reserve(expected(parts));
        }
        self.mixed(self.file.expr_range(id), known, parts, context)
    }

    /// Evaluates parts of a template, which `whole` covers.
    pub(crate) fn parts(&mut self, whole: TextRange, parts: List<Part>, context: Context<'_>) -> Value {
        if !self.counts(whole, parts.len(), 0) {
            return Value::DYNAMIC;
        }
        let parts = self.file.parts(parts);
        self.mixed(whole, StrBuilder::with_capacity(expected(parts)), parts, context)
    }

    /// Evaluates parts like [`parts`](Self::parts), after the parts that are `known`.
    #[inline(never)]
    fn mixed(&mut self, whole: TextRange, known: StrBuilder, parts: &[Part], context: Context<'_>) -> Value {
        let file = self.file;
        let mut text = Text {
            known,
            open: false,
            failed: false,
            marks: Marks::NONE,
        };
        for part in parts {
            let start = self.diagnostics.len();
            match *part {
                Part::Literal { text: literal, .. } => {
                    if !(text.open || text.failed) {
                        text.known.push_str(file.text(literal));
                    }
                }
                Part::Interpolation { expr, .. } => {
                    let value = self.operand(expr, context);
                    self.add(&mut text, &value, start, file.expr_range(expr), whole);
                }
                Part::If(directive) => {
                    let directive = file.if_directive(directive);
                    let value = self.if_directive(&directive, context);
                    let range = directive.open.to(directive.close);
                    self.add(&mut text, &value, start, range, whole);
                }
                Part::For(directive) => {
                    let directive = file.for_directive(directive);
                    let range = directive.open.to(directive.close);
                    let value = self.for_directive(&directive, range, context);
                    self.add(&mut text, &value, start, range, whole);
                }
                Part::Error(range) => self.add(&mut text, &Value::DYNAMIC, start, range, whole),
            }
        }
        if let Err(exceeded) = self.meter.bytes(text.known.as_str().len()) {
            return self.stop_in(exceeded, whole);
        }
        if !text.open {
            return Value::from(text.known).with_marks(&text.marks);
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

    /// Adds the value of one part to a string. `start` is the number of problems before the part.
    #[inline]
    fn add(&mut self, text: &mut Text, value: &Value, start: usize, part: TextRange, whole: TextRange) {
        if let ValueKind::String(piece) = value.kind()
            && !(text.open || text.failed || self.diagnostics.len() > start)
            && text.known.as_str().len() + piece.len() <= MAX_BYTES
        {
            text.known.push(piece);
        } else {
            self.add_any(text, value, start, part, whole);
        }
    }

    /// Adds the value of one part like [`add`](Self::add), for a value of any type.
    #[inline(never)]
    fn add_any(&mut self, text: &mut Text, value: &Value, start: usize, part: TextRange, whole: TextRange) {
        text.failed |= self.diagnostics.has_errors_since(start);
        let (bare, marks) = value.unmark();
        if bare.is_null() {
            self.not_text(
                "The value is null. Provide another value for that case, as in `x == null ? \"\" : x`."
                    .to_owned(),
                part,
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
                        "A value of type {} cannot be converted to a string: {error}.",
                        bare.ty().friendly_name()
                    ),
                    part,
                    whole,
                );
                text.failed = true;
            }
            Ok(_) if text.open || text.failed => {}
            Ok(converted) => {
                let piece = converted.as_str().unwrap_or_default();
                if text.known.as_str().len() + piece.len() > MAX_BYTES {
                    self.diagnostics.push(too_large(
                        "The template's result is too long.",
                        self.file.span(part),
                    ));
                    text.failed = true;
                    text.known = StrBuilder::default();
                } else {
                    text.known.push_str(piece);
                }
            }
        }
    }

    fn not_text(&mut self, detail: String, part: TextRange, whole: TextRange) {
        let (subject, whole) = (self.file.span(part), self.file.span(whole));
        self.diagnostics.push(
            Diagnostic::error(codes::INVALID_TEMPLATE_VALUE, "Invalid value in a template")
                .with_detail(detail)
                .with_subject(subject)
                .with_context(whole),
        );
    }

    /// Evaluates a `TemplateIf`: a conditional whose results are templates.
    fn if_directive(&mut self, directive: &IfDirective, context: Context<'_>) -> Value {
        let whole = directive.open.to(directive.close);
        let recorded = context.filter(|context| context.taken_branches().is_some());
        let unrecorded = recorded.map(EvalContext::child_without_branches);
        let holds = recorded.and_then(|context| self.record(directive.condition, context));
        let scope_if = |taken| match &unrecorded {
            Some(unrecorded) if holds != Some(taken) => Some(unrecorded),
            _ => context,
        };
        let start = self.diagnostics.len();
        let value = self.parts(directive.open, directive.if_true, scope_if(true));
        let mut if_true = Branch::new(&value, self.diagnostics.split_off(start), directive.open);
        let (value, range) = match directive.if_false {
            Some(clause) => (
                self.parts(clause.range, clause.parts, scope_if(false)),
                clause.range,
            ),
            None => (Value::from(""), directive.close),
        };
        let mut if_false = Branch::new(&value, self.diagnostics.split_off(start), range);
        self.choose(whole, directive.condition, &mut if_true, &mut if_false, context)
    }

    /// Evaluates a `TemplateFor`, which `whole` covers: the parts once for each element.
    fn for_directive(&mut self, directive: &ForDirective, whole: TextRange, context: Context<'_>) -> Value {
        let Some((collection, marks)) = self.iterable(directive.collection, whole, context) else {
            return Value::unknown(Type::STRING);
        };
        if !collection.is_known() {
            return Value::unknown(Type::STRING);
        }
        let (before, is_marked) = (self.diagnostics.len(), !marks.is_empty());
        let result = self.for_text(directive, whole, &collection, marks, context);
        if is_marked {
            self.diagnostics.conceal_since(before);
        }
        result
    }

    /// Evaluates a `TemplateFor` over a known collection that had `marks`.
    fn for_text(
        &mut self,
        directive: &ForDirective,
        whole: TextRange,
        collection: &Value,
        mut marks: Marks,
        context: Context<'_>,
    ) -> Value {
        let mut scope = LoopScope::new(
            self,
            directive.key_variable.as_ref(),
            &directive.value_variable,
            TextRange::new(self.file.expr_range(directive.collection).end, whole.end),
            context,
        );
        let file = self.file;
        let body = || file.parts(directive.parts).iter().copied().map(Node::Part);
        let mut text = StrBuilder::default();
        let mut open = false;
        let mut later_marks = Marks::NONE;
        for (key, value) in collection.iter_elements().into_iter().flatten() {
            let steps = scope.enter(self, body, key, value);
            if !self.counts(whole, steps, 0) {
                return Value::unknown(Type::STRING);
            }
            let (piece, piece_marks) = self.parts(whole, directive.parts, Some(&scope.context)).unmark();
            if open {
                continue;
            }
            match piece.kind() {
                ValueKind::String(piece) if text.as_str().len() + piece.len() <= MAX_BYTES => {
                    text.push(piece)
                }
                ValueKind::String(_) => {
                    self.diagnostics.push(too_large(
                        "The template's result is too long.",
                        self.file.span(whole),
                    ));
                    return Value::unknown(Type::STRING);
                }
                _ => open = true,
            }
            if !open {
                later_marks = later_marks.union(&piece_marks);
            }
        }
        scope.explain(self, body);
        if open {
            return Value::unknown(Type::STRING).with_marks(&marks);
        }
        marks = marks.union(&later_marks);
        Value::from(text).with_marks(&marks)
    }
}

/// Returns the text of one part if it needs no evaluation.
#[inline]
fn piece<'v>(file: &'v File, part: &Part, context: Context<'v>) -> Option<&'v str> {
    match part {
        Part::Literal { text, .. } => Some(file.text(*text)),
        Part::Interpolation { expr, .. } => Evaluator::found_whole(file, *expr, context)?.as_str(),
        _ => None,
    }
}

/// Returns the usual length of the result of parts, in bytes.
fn expected(parts: &[Part]) -> usize {
    let each = parts.iter().map(|part| match part {
        Part::Literal { text, .. } => text.len(),
        _ => USUAL,
    });
    each.sum()
}

/// Returns the start of a string, cut at a character boundary.
fn prefix_of(text: &str) -> &str {
    let mut end = text.len().min(MAX_PREFIX_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
