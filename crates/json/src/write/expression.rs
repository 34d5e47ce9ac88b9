//! Expressions of the native syntax as JSON.

use std::collections::HashSet;

use hcl2_diagnostics::{Diagnostic, Diagnostics, Outcome, Source, SourceMap, Span, codes};
use hcl2_json_text::{Writer, is_number};
use hcl2_model::{EvalContext, Expression, ExpressionRef, Limits};
use hcl2_native::tree::TextRange;
use hcl2_native::{Input, escape_template, parse_expression, parse_template};
use hcl2_value::{Type, Value};
use indexmap::IndexMap;

use super::value::add_value;
use crate::options::MAX_VALUE_DEPTH;
use crate::template::sound;

/// Maximum length of the text of a value that replaces a constant expression, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// Maximum nesting depth of collections, in writing as in reading.
const MAX_DEPTH: usize = MAX_VALUE_DEPTH;

/// Writes an expression of the native syntax as JSON: literals, tuples and objects as JSON, and anything else as a string with
/// a template.
///
/// It reads back as an equal expression, unless keys of an object that are computed turn out to be equal: in native syntax
/// the last of them counts, and in JSON they are an error. With `constants`, expressions without variables are replaced by their values in that context, as far as they have a
/// known value of at most 256 MiB. `sources` must have the source of the expression.
///
/// # Errors
///
/// `hcl2::json::not-writable` for parts without a JSON form, and `hcl2::expr::limit-exceeded` for expressions that are
/// nested too deeply.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::{Source, SourceMap};
/// use hcl2_json::{Escapes, Writer, write_expression};
/// use hcl2_model::EvalContext;
/// use hcl2_native::parse_expression;
///
/// let source = Source::new("e", "[1 + 2, n]")?;
/// let file = parse_expression(&source).value;
/// let expression = file.root().expr().map(|id| hcl2_native::NativeExpression::new(file.clone(), id)).unwrap();
/// let mut writer = Writer::compact(Escapes::PLAIN);
/// let sources = SourceMap::from(source);
/// write_expression(&mut writer, &(std::sync::Arc::new(expression) as _), &sources, Some(&EvalContext::new())).unwrap();
/// assert_eq!(writer.finish(), r#"[3,"${n}"]"#);
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
pub fn write_expression(
    writer: &mut Writer,
    expression: &ExpressionRef,
    sources: &SourceMap,
    constants: Option<&EvalContext<'_>>,
) -> Result<(), Diagnostics> {
    let mut expressions = ExpressionWriter {
        constants,
        is_lenient: true,
        ..ExpressionWriter::new(sources, false)
    };
    expressions.add(writer, expression)
}

/// Writes expressions, whose text it takes from their sources.
pub(super) struct ExpressionWriter<'s> {
    sources: &'s SourceMap,
    /// Whether calls and traversals are written as bare strings.
    analysed: bool,
    /// The context in which constant expressions are evaluated, if they are.
    constants: Option<&'s EvalContext<'s>>,
    /// Whether objects are always written as objects: computed keys count as distinct, and references that only an analysis
    /// understands, as in `{ aws.west = aws }`, are names.
    is_lenient: bool,
    depth: usize,
}

impl<'s> ExpressionWriter<'s> {
    pub(super) fn new(sources: &'s SourceMap, analysed: bool) -> Self {
        Self {
            sources,
            analysed,
            constants: None,
            is_lenient: false,
            depth: 0,
        }
    }

    /// Writes an expression: literals, tuples and objects as JSON, anything else as a template.
    pub(super) fn add(&mut self, writer: &mut Writer, expression: &ExpressionRef) -> Result<(), Diagnostics> {
        if self.depth > MAX_DEPTH {
            let detail = format!("Objects and tuples can be nested at most {MAX_DEPTH} levels deep.");
            return Err(
                Diagnostic::error(codes::expr::LIMIT_EXCEEDED, "Nested too deeply")
                    .with_detail(detail)
                    .with_subject(expression.start_span())
                    .into(),
            );
        }
        self.depth += 1;
        if let Some(elements) = expression.static_list() {
            writer.open('[');
            for element in &elements {
                writer.element();
                self.add(writer, element)?;
            }
            writer.close(']');
        } else if let Some((names, pairs)) = self.properties(expression)? {
            writer.open('{');
            for (name, (_, value)) in names.iter().zip(&pairs) {
                writer.property(name);
                self.add(writer, value)?;
            }
            writer.close('}');
        } else {
            self.add_leaf(writer, expression)?;
        }
        self.depth -= 1;
        Ok(())
    }

    /// Returns the property names of an object, and its keys and values; `None` for other expressions, and if the names
    /// may repeat, which JSON does not allow.
    #[expect(clippy::type_complexity, reason = "the pairs are those of `static_map`")]
    fn properties(
        &self,
        expression: &ExpressionRef,
    ) -> Result<Option<(Vec<String>, Vec<(ExpressionRef, ExpressionRef)>)>, Diagnostics> {
        let Some(pairs) = expression.static_map() else {
            return Ok(None);
        };
        let mut names = Vec::with_capacity(pairs.len());
        let mut constants = HashSet::new();
        for (key, _) in &pairs {
            let text = self.text(key.span())?;
            match obvious_name(text)
                .map(str::to_owned)
                .or_else(|| constant_name(key))
            {
                Some(name) => {
                    names.push(escape_template(&name).into_owned());
                    if !self.is_lenient {
                        constants.insert(name);
                    }
                }
                None if self.is_lenient && is_bare_reference(key, text) => {
                    names.push(text.to_owned());
                }
                None => names.push(self.template(key)?),
            }
        }
        if self.is_lenient {
            // The last of several equal keys counts.
            let last: IndexMap<_, _> = names.into_iter().zip(pairs).collect();
            return Ok(Some(last.into_iter().unzip()));
        }
        let differ = constants.len() == pairs.len() || pairs.len() == 1;
        Ok(differ.then_some((names, pairs)))
    }

    fn add_leaf(&self, writer: &mut Writer, expression: &ExpressionRef) -> Result<(), Diagnostics> {
        let text = self.text(expression.span())?;
        let is_path = || expression.static_call().is_some() || expression.static_traversal().is_some();
        if is_scalar(text) {
            writer.raw(text);
        } else if self.analysed && is_path() {
            writer.string(text);
        } else if let Some(value) = self.constant(expression) {
            add_value(writer, &value)
                .map_err(|_| not_writable(expression.span(), "Its value has no JSON form."))?;
        } else {
            writer.string(&self.template(expression)?);
        }
        Ok(())
    }

    /// Returns the value of an expression that its value replaces.
    fn constant(&self, expression: &ExpressionRef) -> Option<Value> {
        let constants = self.constants.filter(|_| expression.variables().is_empty())?;
        let Outcome { value, diagnostics } = expression.evaluate(Some(constants));
        let is_written = diagnostics.is_empty() && value.is_wholly_known() && value.text_bytes() <= MAX_BYTES;
        is_written.then_some(value)
    }

    /// Returns a template with the value of an expression.
    fn template(&self, expression: &ExpressionRef) -> Result<String, Diagnostics> {
        let span = expression.span();
        let text = self.text(span)?;
        if let Some(template) = obvious_template(text) {
            return Ok(template);
        }
        let written = expression.template_text();
        if let Some(template) = written.as_ref().filter(|_| !text.contains(['\\', '<'])) {
            return Ok(template.clone());
        }
        let parsed = || {
            let source = self.source(span)?;
            sound(&parse_expression(Input::part(source, whole_range(source, span))))?.template_text()
        };
        let written = written.or_else(parsed);
        let candidates = match written {
            Some(template) => vec![template],
            // A heredoc at the end of an expression ends with its line.
            None => vec![format!("${{{text}}}"), format!("${{{text}\n}}")],
        };
        let means_the_same = |template: &String| {
            let Ok(source) = SourceMap::new().add("template", template.as_str()) else {
                return false;
            };
            sound(&parse_template(&source)).is_some_and(|read| {
                let names = |paths: Vec<hcl2_model::Traversal>| -> Vec<_> {
                    paths.iter().map(|path| path.root_name().cloned()).collect()
                };
                names(read.variables()) == names(expression.variables())
            })
        };
        candidates
            .into_iter()
            .find(means_the_same)
            .ok_or_else(|| not_writable(span, "Its meaning does not follow from its text alone."))
    }

    fn source(&self, span: Span) -> Option<&'s Source> {
        self.sources.get(span.source)
    }

    /// Returns an expression as it is written.
    fn text(&self, span: Span) -> Result<&'s str, Diagnostics> {
        let source = self
            .source(span)
            .ok_or_else(|| not_writable(span, "Its source is missing."))?;
        std::str::from_utf8(source.slice(span)).map_err(|_| not_writable(span, "Its text is not UTF-8."))
    }
}

/// Returns the template for an expression whose text shows that it has the same meaning there: a string without escapes and
/// sequences, or anything that neither starts as a string nor contains a heredoc, which needs the end of a line.
fn obvious_template(text: &str) -> Option<String> {
    if !text.starts_with('"') {
        return (!text.contains("<<")).then(|| format!("${{{text}}}"));
    }
    let inner = text.get(1..)?.strip_suffix('"')?;
    (!inner.contains(['"', '\\', '$', '%', '\r', '\n'])).then(|| inner.to_owned())
}

/// Returns the range of an expression, with the line ending that a heredoc needs.
fn whole_range(source: &Source, span: Span) -> TextRange {
    let rest = source.bytes().get(span.end as usize..).unwrap_or_default();
    let line_end = match rest {
        [b'\r', b'\n', ..] => 2,
        [b'\n', ..] => 1,
        _ => 0,
    };
    let is_heredoc = source.slice(span).starts_with(b"<<");
    TextRange::new(span.start, span.end + if is_heredoc { line_end } else { 0 })
}

/// Returns whether `text` is a number or keyword that means the same in both syntaxes.
fn is_scalar(text: &str) -> bool {
    matches!(text, "true" | "false" | "null") || is_number(text)
}

/// Returns the name that the text of a key shows: a bare name, or a string without escapes and sequences. Others may have
/// another normal form.
fn obvious_name(text: &str) -> Option<&str> {
    let quoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
    let name = quoted.unwrap_or(text);
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let starts = quoted.is_some()
        || name
            .bytes()
            .next()
            .is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'_');
    (starts && name.bytes().all(is_plain)).then_some(name)
}

/// Maximum steps in the evaluation of a key. One that takes more is not constant.
const MAX_KEY_STEPS: u64 = 1_000;

/// Returns the name of a key that is constant.
fn constant_name(key: &ExpressionRef) -> Option<String> {
    if !key.variables().is_empty() || !key.functions().is_empty() {
        return None;
    }
    let mut context = EvalContext::new();
    context.set_budget(Limits::new().with_steps(MAX_KEY_STEPS).budget());
    let Outcome {
        value: name,
        diagnostics,
    } = key.evaluate(Some(&context));
    let name = name
        .convert(&Type::STRING)
        .ok()
        .filter(|_| diagnostics.is_empty())?;
    name.as_str().map(str::to_owned)
}

/// Returns whether a key is a reference without parentheses, which cannot be evaluated.
fn is_bare_reference(key: &ExpressionRef, text: &str) -> bool {
    !text.starts_with('(') && key.static_traversal().is_some()
}

/// Reports an expression that cannot be written as JSON.
pub(super) fn not_writable(span: Span, reason: &str) -> Diagnostics {
    Diagnostic::error(codes::json::NOT_WRITABLE, "No JSON form")
        .with_detail(format!("This cannot be written as JSON. {reason}"))
        .with_subject(span)
        .into()
}
