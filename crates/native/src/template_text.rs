//! Writing strings and expressions as bare templates.

use std::borrow::Cow;

use crate::eval::NativeExpression;
use crate::tree::{Expr, ExprId, File, List, Part};

/// The character that a source or template may start with, and that is no part of it then.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// Escapes a string as a bare template that evaluates to it: `${` and `%{` become `$${` and `%%{`.
///
/// A byte order mark at the start becomes an interpolation, as a template skips one there.
///
/// # Examples
///
/// ```
/// assert_eq!(hcl2_native::escape_template("costs ${n} at 5%"), "costs $${n} at 5%");
/// ```
#[must_use]
pub fn escape_template(text: &str) -> Cow<'_, str> {
    if text.contains("${") || text.contains("%{") || text.starts_with(BYTE_ORDER_MARK) {
        let mut template = String::with_capacity(text.len() + 2);
        push_literal(&mut template, text, false);
        Cow::Owned(template)
    } else {
        Cow::Borrowed(text)
    }
}

/// Adds a literal to a template. `before_sequence` means that an interpolation or directive follows.
fn push_literal(template: &mut String, text: &str, before_sequence: bool) {
    let text = match text.strip_prefix(BYTE_ORDER_MARK) {
        Some(rest) if template.is_empty() => {
            template.push_str(r#"${"\ufeff"}"#);
            rest
        }
        _ => text,
    };
    let kept = if before_sequence {
        text.trim_end_matches(['$', '%']).len()
    } else {
        text.len()
    };
    let (text, signs) = text.split_at(kept);
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        template.push(character);
        if matches!(character, '$' | '%') && characters.peek() == Some(&'{') {
            template.push(character);
        }
    }
    if !signs.is_empty() {
        // On their own they would escape the following sequence.
        template.extend(["${\"", signs, "\"}"]);
    }
}

impl NativeExpression {
    /// Returns a quoted template or heredoc as a bare template of the same value. Returns `None` for any other expression,
    /// and for a template with syntax errors.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_native::{NativeExpression, parse_expression};
    ///
    /// let source = SourceMap::new().add("greeting", r#""\"${upper("you")}\"\n""#)?;
    /// let file = parse_expression(&source).value;
    /// let greeting = NativeExpression::new(file.clone(), file.root().expr().unwrap());
    /// assert_eq!(greeting.template_text().as_deref(), Some("\"${upper(\"you\")}\"\n"));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn template_text(&self) -> Option<String> {
        let file = self.file();
        let mut template = String::new();
        match file.expr(self.id()) {
            Expr::String { text } => push_literal(&mut template, file.text(text), false),
            Expr::TemplateWrap { inner } => push_interpolation(file, &mut template, inner),
            Expr::Template { parts } => push_parts(file, &mut template, parts, false)?,
            _ => return None,
        }
        Some(template)
    }
}

/// Adds the parts of a template. `before_sequence` means that a directive follows.
fn push_parts(file: &File, template: &mut String, parts: List<Part>, before_sequence: bool) -> Option<()> {
    let parts = file.parts(parts);
    for (index, part) in parts.iter().enumerate() {
        match *part {
            Part::Literal { text, .. } => {
                let is_last = index + 1 == parts.len();
                push_literal(template, file.text(text), !is_last || before_sequence);
            }
            Part::Interpolation { expr, .. } => push_interpolation(file, template, expr),
            Part::If(directive) => {
                let directive = file.if_directive(directive);
                push_directive(template, &["if ", &operand(file, directive.condition)]);
                push_parts(file, template, directive.if_true, true)?;
                if let Some(clause) = &directive.if_false {
                    push_directive(template, &["else"]);
                    push_parts(file, template, clause.parts, true)?;
                }
                push_directive(template, &["endif"]);
            }
            Part::For(directive) => {
                let directive = file.for_directive(directive);
                let key = directive.key_variable.map(|key| file.str(key.name));
                let (key, comma) = key.map_or(("", ""), |key| (key, ", "));
                let value = file.str(directive.value_variable.name);
                let collection = operand(file, directive.collection);
                push_directive(template, &["for ", key, comma, value, " in ", &collection]);
                push_parts(file, template, directive.parts, true)?;
                push_directive(template, &["endfor"]);
            }
            Part::Error(_) => return None,
        }
    }
    Some(())
}

fn push_interpolation(file: &File, template: &mut String, expr: ExprId) {
    template.extend(["${", &operand(file, expr), "}"]);
}

fn push_directive(template: &mut String, words: &[&str]) {
    template.push_str("%{ ");
    template.extend(words.iter().copied());
    template.push_str(" }");
}

/// Returns the source of an expression, including the line ending after a heredoc.
fn operand(file: &File, expr: ExprId) -> String {
    let mut text = file.str(file.expr_range(expr)).to_owned();
    if text.contains("<<") {
        text.push('\n');
    }
    text
}
