//! Items that are not quite right: what is said of them, and what they are read as for the sake of the tree.

use hcl2_diagnostics::{Diagnostic, codes};

use super::Parser;
use crate::lexer::TokenKind;
use crate::tree::{Attribute, Block, BlockId, Item, Label, List, TextRange};

/// How many tokens after a header without a brace are looked at for the `}` of its block.
const AHEAD: usize = 4096;

/// Where the content of a block starts whose header is malformed.
enum Content {
    /// Behind the `{` that is this token, at the end of the header's line.
    Brace(usize),
    /// Behind the `{` that is this token and starts the next line.
    NextLine(usize),
    /// On the next line, without any `{`; a `}` in line with the header closes it.
    Bare,
}

impl Parser<'_> {
    /// What starts with `name`, which was read, and is neither an attribute nor a block, as was reported.
    pub(super) fn mistaken_item(&mut self, name: TextRange) -> Item {
        if let Some(operator) = self.foreign_assignment() {
            return self.mistaken_attribute(name, operator);
        }
        if self.content(name).is_some() {
            return Item::Block(self.mistaken_block(name, List::empty()));
        }
        self.recover_after_item();
        self.error_item(name)
    }

    /// The position of the last token of what stands here in place of a `=`, with a value after it.
    fn foreign_assignment(&self) -> Option<usize> {
        let kinds = &self.lexer.tokens.kinds;
        let next = |index: usize| kinds.get(index + 1).copied();
        let last = match (self.kind, next(self.index)) {
            (TokenKind::Colon | TokenKind::Plus, Some(TokenKind::Equal)) => self.index + 1,
            (TokenKind::Colon | TokenKind::FatArrow | TokenKind::EqualEqual, _) => self.index,
            _ => return None,
        };
        let mut rest = kinds[last + 1..].iter().filter(|kind| **kind != TokenKind::Space);
        let value = rest.clone().next().is_some_and(|kind| !kind.may_be_skipped());
        // A label and a brace make a block of it.
        let label = [
            TokenKind::OpenQuote,
            TokenKind::QuotedLiteral,
            TokenKind::CloseQuote,
            TokenKind::OpenBrace,
        ];
        (value && !label.iter().all(|kind| rest.next() == Some(kind))).then_some(last)
    }

    /// The attribute `name` with what stands after the token at `operator`, in place of a `=`.
    fn mistaken_attribute(&mut self, name: TextRange, operator: usize) -> Item {
        let equals = self.range().start;
        while self.index < operator {
            self.read();
        }
        self.read();
        let muted = std::mem::replace(&mut self.muted, true);
        let value = self.expression();
        let end = self.last_range().end.max(self.expr_range(value).end);
        self.recover_after_item();
        self.muted = muted;
        Item::Attribute(self.push_attribute(Attribute {
            name,
            equals,
            end,
            value,
        }))
    }

    /// The rest of a block whose type and `labels` were read, but no `{` after them, as was reported.
    pub(super) fn mistaken_block(&mut self, block_type: TextRange, labels: List<Label>) -> BlockId {
        match self.content(block_type) {
            Some(Content::Brace(brace)) => {
                // What stands in between may belong in the block, or not.
                let muted = std::mem::replace(&mut self.muted, true);
                let block = self.block_at(block_type, labels, brace);
                self.muted = muted;
                self.recovery = true;
                return block;
            }
            Some(Content::NextLine(brace)) => return self.block_at(block_type, labels, brace),
            Some(Content::Bare) => {
                let start = TextRange::empty(self.range().start);
                return self.finish_block(block_type, labels, start);
            }
            None => {}
        }
        self.recover_after_item();
        let body = self.push_body(block_type, List::empty());
        self.push_block(Block {
            block_type,
            labels,
            open_brace: block_type,
            close_brace: block_type,
            body,
            has_body: false,
        })
    }

    /// A block whose brace is the token at `brace`, further on.
    fn block_at(&mut self, block_type: TextRange, labels: List<Label>, brace: usize) -> BlockId {
        self.next = brace;
        self.seek();
        let open = self.read().range;
        self.finish_block(block_type, labels, open)
    }

    /// Where the content of the block of type `block_type` starts, whose header goes wrong at the current token.
    fn content(&self, block_type: TextRange) -> Option<Content> {
        if self.end != usize::MAX {
            return None;
        }
        let kinds = &self.lexer.tokens.kinds;
        let mut line = self.index;
        while !self.ends_line(line)? {
            line += 1;
        }
        let layout = |kind: &TokenKind| matches!(kind, TokenKind::Space | TokenKind::Comment);
        if line > self.index {
            let last = line - 1 - kinds[..line].iter().rev().take_while(|kind| layout(kind)).count();
            return (kinds[last] == TokenKind::OpenBrace).then_some(Content::Brace(last));
        }
        let mut next = line + 1;
        while kinds.get(next)?.may_be_skipped() || kinds[next] == TokenKind::Newline {
            next += 1;
        }
        let own = self.line_indentation(block_type.start)?;
        let there = self.line_indentation(self.lexer.tokens.starts[next])?;
        match kinds[next] {
            TokenKind::OpenBrace if there == own => Some(Content::NextLine(next)),
            TokenKind::Identifier if there > own && self.closes_in_line(next, own) => Some(Content::Bare),
            _ => None,
        }
    }

    /// Whether the token at `index` ends a line of code; `None` where there is none.
    pub(super) fn ends_line(&self, index: usize) -> Option<bool> {
        let kind = *self.lexer.tokens.kinds.get(index)?;
        let last = self.range_at(index).end as usize - 1;
        Some(match kind {
            TokenKind::End => return None,
            TokenKind::Newline | TokenKind::BrokenQuote => true,
            TokenKind::Comment => self.bytes[last] == b'\n',
            _ => false,
        })
    }

    /// Whether the first line from the token at `index` on that is indented by at most `own` bytes starts with a `}`, and by
    /// as many.
    fn closes_in_line(&self, index: usize, own: usize) -> bool {
        let tokens = &self.lexer.tokens;
        let starts = tokens.starts[index..].iter().take(AHEAD);
        let mut lines = tokens.kinds[index..]
            .iter()
            .zip(starts)
            .filter_map(|(kind, start)| {
                let indentation = self.line_indentation(*start)?;
                let code = !matches!(kind, TokenKind::Space | TokenKind::Comment | TokenKind::Newline);
                (code && indentation <= own).then_some((*kind, indentation))
            });
        lines.next() == Some((TokenKind::CloseBrace, own))
    }

    #[cold]
    pub(super) fn report_lone_name(&mut self, name: TextRange) {
        // So that what follows is among the tokens.
        self.report_tokens();
        if self.is_told() && self.range().start > name.start {
            self.errors += 1;
            return;
        }
        let text = String::from_utf8_lossy(&self.bytes[name.as_range()]).into_owned();
        let content = self.content(name);
        let detail = match self.kind {
            TokenKind::Newline if content.is_some() => {
                format!("The `{{` of block `{text}` is expected on the line of its type.")
            }
            TokenKind::FatArrow => {
                format!("An attribute is set with `=`: write `{text} = ...`, not `{text} => ...`.")
            }
            TokenKind::Colon if self.lexer.tokens.kinds.get(self.index + 1) == Some(&TokenKind::Equal) => {
                format!("An attribute is set with `=`: write `{text} = ...`, not `{text} := ...`.")
            }
            TokenKind::Colon => {
                format!("An attribute is set with `=`: write `{text} = ...`, not `{text}: ...`.")
            }
            TokenKind::Plus if self.foreign_assignment().is_some() => {
                format!("An attribute is set once, with `=`: write `{text} = ...`, not `{text} += ...`.")
            }
            TokenKind::EqualEqual => format!("An attribute is set with a single `=`: `{text} = ...`."),
            TokenKind::Dot | TokenKind::OpenBracket => {
                format!(
                    "The name of an attribute is one identifier; nothing can be selected from `{text}` here."
                )
            }
            TokenKind::Newline | TokenKind::End => {
                format!(
                    "`{text}` by itself defines nothing. Set an attribute, `{text} = ...`, or start a block, `{text} {{`."
                )
            }
            _ => format!(
                "After `{text}` a `=` is expected for an attribute, or labels and `{{` for a block, but not {}.",
                self.written()
            ),
        };
        let diagnostic = self
            .error(codes::syntax::EXPECTED_ITEM, "Missing attribute or block", name)
            .with_detail(detail);
        let diagnostic = match self.foreign_assignment() {
            Some(_) if self.kind == TokenKind::Plus => diagnostic,
            Some(operator) => {
                let operator = TextRange::new(name.end, self.range_at(operator).end);
                diagnostic.with_suggestion(self.span(operator), " =", "set the attribute")
            }
            None => self.with_brace(diagnostic, content.as_ref()),
        };
        self.report(diagnostic);
    }

    #[cold]
    pub(super) fn report_header(&mut self, block_type: TextRange) {
        // So that what follows is among the tokens.
        self.report_tokens();
        let here = self.range();
        let text = String::from_utf8_lossy(&self.bytes[block_type.as_range()]).into_owned();
        let content = self.content(block_type);
        let detail = match self.kind {
            TokenKind::Equal => format!(
                "A `=` belongs to an attribute, whose name stands alone before it. Remove it to make `{text}` a block."
            ),
            TokenKind::Newline if self.lexer.tokens.kinds[self.index] == TokenKind::BrokenQuote => return,
            TokenKind::Newline if content.is_none() => format!(
                "The `{{` of block `{text}` is expected on the line of its type and labels. To set an attribute, write `{text} = ...`."
            ),
            TokenKind::Newline => {
                format!("The `{{` of block `{text}` is expected on the line of its type and labels.")
            }
            _ if self.is_told() => {
                self.errors += 1;
                return;
            }
            _ if self.recovery => return,
            _ => format!(
                "A label in quotes, a name, or the `{{` of block `{text}` is expected before {}.",
                self.written()
            ),
        };
        let diagnostic = self
            .error(
                codes::syntax::INVALID_BLOCK_HEADER,
                "Malformed block header",
                here,
            )
            .with_context(self.span(block_type.to(here)))
            .with_detail(detail);
        self.report(self.with_brace(diagnostic, content.as_ref()));
    }

    /// Suggests the brace of the block whose header ends with the last token read and whose content is known.
    fn with_brace(&self, diagnostic: Diagnostic, content: Option<&Content>) -> Diagnostic {
        let end = self.last_range().end;
        let (place, text) = match content {
            Some(Content::Bare) => (TextRange::empty(end), "open the block here"),
            Some(Content::NextLine(brace)) => (
                TextRange::new(end, self.range_at(*brace).end),
                "open the block on the line of its type",
            ),
            Some(Content::Brace(brace)) if self.only_signs(*brace) => (
                TextRange::new(end, self.range_at(*brace).end),
                "remove what stands before the brace",
            ),
            _ => return diagnostic,
        };
        diagnostic.with_suggestion(self.span(place), " {", text)
    }

    /// Whether only signs that may be taken for an assignment stand from the current token up to that at `brace`.
    fn only_signs(&self, brace: usize) -> bool {
        let sign = |kind: &TokenKind| {
            matches!(
                kind,
                TokenKind::Equal
                    | TokenKind::EqualEqual
                    | TokenKind::Colon
                    | TokenKind::FatArrow
                    | TokenKind::Minus
                    | TokenKind::Greater
                    | TokenKind::Space
            )
        };
        self.lexer.tokens.kinds[self.index..brace].iter().all(sign)
    }

    /// Suggests the name in quotes at hand without them, where an attribute or block may start with it.
    pub(super) fn with_bare_name(&self, diagnostic: Diagnostic) -> Diagnostic {
        let kinds = &self.lexer.tokens.kinds[self.index..];
        if !kinds.starts_with(&[
            TokenKind::OpenQuote,
            TokenKind::QuotedLiteral,
            TokenKind::CloseQuote,
        ]) {
            return diagnostic;
        }
        let name =
            String::from_utf8_lossy(&self.bytes[self.range_at(self.index + 1).as_range()]).into_owned();
        let operator = kinds[3..].iter().position(|kind| *kind != TokenKind::Space);
        let (after, sign) = match operator.map(|at| (at + 3, kinds[at + 3])) {
            Some((at, TokenKind::Colon)) => (at, " ="),
            Some((_, TokenKind::Equal | TokenKind::OpenBrace | TokenKind::OpenQuote)) => (2, ""),
            _ => return diagnostic,
        };
        if !crate::lexer::is_identifier(&name) {
            return diagnostic;
        }
        let end = self.range_at(self.index + after).end;
        let place = TextRange::new(self.range().start, end);
        diagnostic.with_suggestion(self.span(place), format!("{name}{sign}"), "remove the quotes")
    }

    /// Whether `text` stands at the current token.
    pub(super) fn continues_with(&self, text: &[u8]) -> bool {
        self.bytes[self.range().start as usize..].starts_with(text)
    }
}
