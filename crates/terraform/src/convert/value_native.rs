//! Values of arguments in native syntax.

use std::borrow::Cow;
use std::sync::Arc;

use hcl2_diagnostics::codes::json::UNREPRESENTABLE_NUMBER;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, SourceMap, codes::terraform as codes};
use hcl2_json::{Node, NodeKind};
use hcl2_model::Quoted;
use hcl2_native::lexer::{TokenKind, is_identifier};
use hcl2_native::tree::{Expr, File, Item};
use hcl2_native::{Input, escape_template, parse_expression, parse_file, parse_template};
use hcl2_value::{Number, ParseNumberErrorKind};

use crate::table::{Form, Mode, names};

/// The maximum width of a list on one line.
const LINE: usize = 80;

/// Writes values in one file.
pub(super) struct Values<'a> {
    pub(super) source: &'a Source,
    pub(super) out: &'a mut String,
    pub(super) diagnostics: &'a mut Diagnostics,
}

/// Whether a string of several lines may become a heredoc, which requires that nothing follows on its line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Heredocs {
    Yes,
    No,
}

impl Values<'_> {
    /// Writes the value of an argument.
    pub(super) fn argument(&mut self, node: Node<'_>, mode: Mode) {
        match mode {
            Mode::ProviderRequirement => self.requirement(node),
            _ => self.value(node, mode.form(), Heredocs::Yes),
        }
    }

    fn value(&mut self, node: Node<'_>, form: Form, heredocs: Heredocs) {
        match node.kind() {
            NodeKind::Array => self.list(node, form),
            NodeKind::Object => self.object(node, |values, key| values.key(key, form), form),
            NodeKind::String => {
                let text = match form {
                    Form::Template => self.template(node, heredocs),
                    Form::Literal => string(&node.text().unwrap_or_default(), heredocs),
                    Form::Bare => self.bare(node),
                };
                self.out.push_str(&text);
            }
            NodeKind::Number => {
                let text = node.source_text();
                self.out.push_str(text);
                match Number::parse_literal(text.trim_start_matches('-')).map_err(|error| error.kind()) {
                    Ok(_) => {}
                    // A whole number that would be rounded is an error in the native syntax, unless it has an exponent.
                    Err(ParseNumberErrorKind::Inexact) => self.out.push_str("e0"),
                    Err(_) => self.diagnostics.push(
                        Diagnostic::error(UNREPRESENTABLE_NUMBER, "Number out of range")
                            .with_detail("The number is too large to be represented. Write it as a string.")
                            .with_subject(node.span()),
                    ),
                }
            }
            _ => self.out.push_str(node.source_text()),
        }
    }

    fn list(&mut self, list: Node<'_>, form: Form) {
        let is_simple = |element: Node<'_>| !matches!(element.kind(), NodeKind::Array | NodeKind::Object);
        if list.elements().all(is_simple) && self.one_line(list, form) {
            return;
        }
        self.out.push_str("[\n");
        for element in list.elements() {
            let start = self.out.len();
            self.value(element, form, Heredocs::No);
            if self.out[start..].contains("<<") {
                // A heredoc ends with its line.
                self.out.push('\n');
            }
            self.out.push_str(",\n");
        }
        self.out.push(']');
    }

    /// Writes a list on one line. Returns false, and writes nothing, if the line is too long.
    fn one_line(&mut self, list: Node<'_>, form: Form) -> bool {
        let (start, known) = (self.out.len(), self.diagnostics.len());
        self.out.push('[');
        for (index, element) in list.elements().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            self.value(element, form, Heredocs::No);
        }
        self.out.push(']');
        let line = &self.out[start..];
        let fits = line.len() <= LINE && !line.contains('\n') || list.elements().next().is_none();
        if !fits {
            self.out.truncate(start);
            self.diagnostics.truncate(known);
        }
        fits
    }

    fn object(&mut self, object: Node<'_>, write_key: impl Fn(&mut Self, Node<'_>), form: Form) {
        if object.properties().next().is_none() {
            self.out.push_str("{}");
            return;
        }
        self.out.push_str("{\n");
        for property in object.properties() {
            write_key(self, property.name);
            self.out.push_str(" = ");
            self.value(property.value, form, Heredocs::Yes);
            self.out.push('\n');
        }
        self.out.push('}');
    }

    fn key(&mut self, key: Node<'_>, form: Form) {
        let text = key.text().unwrap_or_default();
        let is_word = |text: &str| matches!(text, "for" | "true" | "false" | "null");
        if is_identifier(&text) && !is_word(&text) {
            self.out.push_str(&text);
            return;
        }
        let written = match form {
            Form::Template if key.may_be_template() => match self.parsed(key) {
                Some(file) => match interpolation(&file) {
                    Some(inner) => format!("({inner})"),
                    None => quoted_template(&file),
                },
                None => Quoted(&text).to_string(),
            },
            Form::Bare => self.bare(key),
            _ => Quoted(&text).to_string(),
        };
        self.out.push_str(&written);
    }

    fn requirement(&mut self, node: Node<'_>) {
        if node.kind() != NodeKind::Object {
            return self.value(node, Form::Literal, Heredocs::Yes);
        }
        self.out.push_str("{\n");
        for property in node.properties() {
            self.key(property.name, Form::Literal);
            self.out.push_str(" = ");
            let is_references = property
                .name
                .text()
                .is_some_and(|name| name == names::CONFIGURATION_ALIASES);
            let form = if is_references { Form::Bare } else { Form::Literal };
            self.value(property.value, form, Heredocs::Yes);
            self.out.push('\n');
        }
        self.out.push('}');
    }

    /// Converts a string with a template to an expression.
    fn template(&mut self, node: Node<'_>, heredocs: Heredocs) -> String {
        let text = node.text().unwrap_or_default();
        if !node.may_be_template() {
            return string(&text, heredocs);
        }
        let Some(file) = self.parsed(node) else {
            return Quoted(&text).to_string();
        };
        if let Some(inner) = interpolation(&file) {
            return alone(inner);
        }
        match file.root().expr().map(|id| file.expr(id)) {
            Some(Expr::String { text }) => string(file.text(text), heredocs),
            _ if heredocs == Heredocs::Yes => heredoc(&text).unwrap_or_else(|| quoted_template(&file)),
            _ => quoted_template(&file),
        }
    }

    /// Parses the template in a string; reports errors and returns `None` if there are any.
    fn parsed(&mut self, node: Node<'_>) -> Option<Arc<File>> {
        let (text, map) = node.decoded()?;
        let parsed = parse_template(Input::decoded(self.source, text.into_owned(), map));
        match parsed.into_result() {
            Ok(file) => Some(file),
            Err(problems) => {
                self.diagnostics.append(problems);
                None
            }
        }
    }

    /// Returns the native syntax in a string that is not evaluated.
    fn bare(&mut self, node: Node<'_>) -> String {
        let text = node.text().unwrap_or_default();
        if let Some(expression) = expression_in(&text) {
            return expression;
        }
        let inner = node
            .may_be_template()
            .then(|| parse_text(&text, |source| parse_template(source).into_result().ok()))
            .flatten()
            .and_then(|file| interpolation(&file).map(str::to_owned));
        let mut diagnostic =
            Diagnostic::error(codes::REFERENCE_EXPECTED, "Reference expected").with_subject(node.span());
        let result = match inner {
            Some(inner) => {
                diagnostic = diagnostic
                    .with_detail(format!(
                        "The string is not evaluated: it must consist of a reference or keyword. Write \"{}\".",
                        escaped(&inner)
                    ))
                    .with_suggestion(
                        node.span(),
                        format!("\"{}\"", escaped(&inner)),
                        "remove the template around it",
                    );
                inner
            }
            None => {
                diagnostic = diagnostic.with_detail(
                    "Expected a reference, keyword or type, which is not evaluated, such as \"aws_instance.web\".",
                );
                Quoted(&text).to_string()
            }
        };
        self.diagnostics.push(diagnostic);
        result
    }
}

/// Escapes text for a JSON string.
fn escaped(text: &str) -> Cow<'_, str> {
    if text.contains(['"', '\\']) {
        Cow::Owned(text.replace('\\', "\\\\").replace('"', "\\\""))
    } else {
        Cow::Borrowed(text)
    }
}

/// Parses text that is not part of a file.
pub(super) fn parse_text<T>(text: &str, parse: impl FnOnce(&Source) -> Option<T>) -> Option<T> {
    let source = SourceMap::new().add("text", text).ok()?;
    parse(&source)
}

/// Returns the source of the expression that source text consists of, without the comments around it, which would hide what
/// follows it.
fn expression_in(text: &str) -> Option<String> {
    parse_text(text, |source| {
        let file = parse_expression(source).into_result().ok()?;
        let range = file.expr_range(file.root().expr()?);
        Some(file.str(range).to_owned())
    })
}

/// Returns the source of the expression in a template that consists of one interpolation.
fn interpolation(file: &File) -> Option<&str> {
    match file.expr(file.root().expr()?) {
        Expr::TemplateWrap { inner } => Some(file.str(file.expr_range(inner))),
        _ => None,
    }
}

/// Returns the source of an expression as the value of an argument, in parentheses if a newline would end it.
fn alone(text: &str) -> String {
    let ends_with_it = |source: &Source| {
        let file = parse_file(source).into_result().ok()?;
        match *file.items(file.body(file.root().body()?).items) {
            [Item::Attribute(id)] => {
                let range = file.expr_range(file.attribute(id).value);
                (file.str(range) == text).then_some(())
            }
            _ => None,
        }
    };
    if !text.contains('\n') || parse_text(&format!("x = {text}\n"), ends_with_it).is_some() {
        return text.to_owned();
    }
    let newline = if text.contains("<<") { "\n" } else { "" };
    format!("({text}{newline})")
}

/// Returns the text of a constant string.
fn string(text: &str, heredocs: Heredocs) -> String {
    let lines = (heredocs == Heredocs::Yes).then(|| heredoc(&escape_template(text)));
    lines.flatten().unwrap_or_else(|| Quoted(text).to_string())
}

/// Writes a template of several whole lines as a heredoc; `None` if that is not possible.
fn heredoc(template: &str) -> Option<String> {
    const MARKER: &str = "EOT";
    let lines = template.strip_suffix('\n')?;
    let is_plain = |char: char| !char.is_control() || matches!(char, '\n' | '\t');
    let ends = |line: &str| line.trim() == MARKER;
    if !lines.contains('\n') || !lines.chars().all(is_plain) || lines.split('\n').any(ends) {
        return None;
    }
    Some(format!("<<{MARKER}\n{template}{MARKER}"))
}

/// Writes a template in quotes.
fn quoted_template(file: &File) -> String {
    let mut out = String::from("\"");
    let mut depth = 0_u32;
    for token in file.tokens().iter() {
        let text = file.str(token.range);
        match token.kind {
            TokenKind::OpenInterpolation | TokenKind::OpenDirective => depth += 1,
            TokenKind::CloseSequence => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > 0 || token.kind != TokenKind::StringLiteral {
            out.push_str(text);
            continue;
        }
        for char in text.chars() {
            match char {
                '"' => out.push_str("\\\""),
                '\\' => out.push_str("\\\\"),
                '\n' => out.push_str("\\n"),
                '\r' => out.push_str("\\r"),
                '\t' => out.push_str("\\t"),
                char if char.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(char))),
                char => out.push(char),
            }
        }
    }
    out.push('"');
    out
}
