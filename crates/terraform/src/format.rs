//! The canonical style of Terraform files: layout and rewrites.

use hcl2_diagnostics::SourceMap;
use hcl2_native::edit::spliced;
use hcl2_native::lexer::{Token, TokenKind};
use hcl2_native::parse_file;
use hcl2_native::tree::{BodyId, Expr, ExprId, File, Item, TextRange};

use crate::table::{BodyType, Language, MODULE, Mode, body_of_file, names};

/// Formats a file in the canonical style of Terraform.
///
/// That is the canonical layout after these rewrites:
///
/// - the value of an argument that is one interpolation, such as `"${var.x}"`, becomes the expression itself, in
///   parentheses if it spans several lines;
/// - old types of variables are replaced: `"list"` is `list(string)`, and `list` is `list(any)`;
/// - labels that are identifiers are put in quotes.
///
/// If the file has errors, only the layout changes.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
/// use hcl2_native::parse_file;
///
/// let source = SourceMap::new().add("main.tf", "output x {\nvalue=\"${var.x}\"\n}\n")?;
/// let file = parse_file(&source).value;
/// assert_eq!(hcl2_terraform::format_file(&file), b"output \"x\" {\n  value = var.x\n}\n");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[must_use]
pub fn format_file(file: &File) -> Vec<u8> {
    let Some(body) = file.root().body() else {
        return hcl2_native::format_file(file);
    };
    let mut rewriter = Rewriter {
        file,
        splices: Vec::new(),
    };
    rewriter.body(body, Some(body_of_file(file.source().name())));
    let Rewriter { splices, .. } = rewriter;
    if splices.is_empty() {
        return hcl2_native::format_file(file);
    }
    let rewritten = spliced(file.bytes(), splices);
    let Ok(source) = SourceMap::new().add(file.source().name(), rewritten) else {
        return hcl2_native::format_file(file);
    };
    let parsed = parse_file(&source);
    if parsed.diagnostics.has_errors() {
        return hcl2_native::format_file(file);
    }
    // An expression wrapped twice is now wrapped once.
    format_file(&parsed.value)
}

/// A collector of rewrites.
struct Rewriter<'f> {
    file: &'f File,
    splices: Vec<(TextRange, Vec<u8>)>,
}

impl Rewriter<'_> {
    /// Visits a body and its nested bodies, whose depth the parser limits.
    fn body(&mut self, body: BodyId, body_type: Option<&'static BodyType>) {
        let file = self.file;
        for item in file.items(file.body(body).items) {
            match *item {
                Item::Attribute(attribute) => {
                    let name = file.str(file.attribute(attribute).name);
                    // Types of outputs are newer than the old forms.
                    let variable = MODULE.block(names::VARIABLE, Language::Terraform);
                    let is_variable = |body: &&'static BodyType| {
                        variable.is_some_and(|variable| std::ptr::eq(*body, variable.body))
                    };
                    let argument = body_type
                        .filter(is_variable)
                        .and_then(|body| body.argument(name, Language::Terraform));
                    let value = file.attribute(attribute).value;
                    let rewritten = match argument.map(|argument| argument.mode) {
                        Some(Mode::Type) => self.type_expression(value).map(String::into_bytes),
                        _ => self.value(value),
                    };
                    self.splices
                        .extend(rewritten.map(|text| (file.expr_range(value), text)));
                }
                Item::Block(block) => {
                    for label in file.labels(file.block(block).labels) {
                        if file
                            .slice(label.range)
                            .first()
                            .is_some_and(|first| *first != b'"')
                        {
                            let quoted = format!("\"{}\"", file.str(label.range));
                            self.splices.push((label.range, quoted.into_bytes()));
                        }
                    }
                    let name = file.str(file.block(block).block_type);
                    let block_type = body_type.and_then(|body| body.block(name, Language::Terraform));
                    self.body(file.block(block).body, block_type.map(|block| block.body));
                }
                Item::Duplicate(_) | Item::Error(_) => {}
            }
        }
    }

    /// Returns the modern form of an old type.
    fn type_expression(&self, value: ExprId) -> Option<String> {
        let file = self.file;
        let kind = match file.expr(value) {
            Expr::Traversal { steps, .. } if file.steps(steps).is_empty() => {
                return match file.str(file.expr_range(value)) {
                    kind @ ("list" | "map" | "set") => Some(format!("{kind}(any)")),
                    _ => None,
                };
            }
            Expr::String { text } => file.text(text),
            _ => return None,
        };
        match kind {
            "string" => Some("string".to_owned()),
            "list" | "map" => Some(format!("{kind}(string)")),
            _ => None,
        }
    }

    /// Returns the expression of a quoted template that consists of one interpolation.
    fn value(&self, value: ExprId) -> Option<Vec<u8>> {
        let file = self.file;
        if !matches!(file.expr(value), Expr::TemplateWrap { .. })
            || !file.slice(file.expr_range(value)).starts_with(b"\"")
        {
            return None;
        }
        let tokens: Vec<Token> = self.tokens(file.expr_range(value));
        let [quote, open, inside @ .., close, end] = tokens.as_slice() else {
            return None;
        };
        let kinds = [quote.kind, open.kind, close.kind, end.kind];
        let wanted = [
            TokenKind::OpenQuote,
            TokenKind::OpenInterpolation,
            TokenKind::CloseSequence,
            TokenKind::CloseQuote,
        ];
        // A heredoc requires lines of its own.
        if kinds != wanted || inside.iter().any(|token| token.kind == TokenKind::OpenHeredoc) {
            return None;
        }
        let is_newline = |token: &&Token| token.kind == TokenKind::Newline;
        let start = inside.iter().take_while(is_newline).count();
        let end = inside.len() - inside[start..].iter().rev().take_while(is_newline).count();
        let inside = &inside[start..end];
        let (first, last) = (inside.first()?, inside.last()?);
        let text = file.slice(first.range.to(last.range));
        let parenthesised = first.kind == TokenKind::OpenParen && last.kind == TokenKind::CloseParen;
        if inside.iter().any(|token| token.kind == TokenKind::Newline) && !parenthesised {
            return Some([b"(", text, b")"].concat());
        }
        Some(text.to_vec())
    }

    /// Returns the tokens of a range without spaces.
    fn tokens(&self, range: TextRange) -> Vec<Token> {
        let tokens = self.file.tokens();
        let first = tokens.index_at(range.start);
        (first..)
            .map_while(|index| tokens.get(index))
            .take_while(|token| token.range.start < range.end)
            .filter(|token| token.kind != TokenKind::Space)
            .collect()
    }
}
