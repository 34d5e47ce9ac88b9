//! Editing object items, elements and arguments.

use super::fragment::write_label;
use super::items::unexpected;
use super::{Address, EditError, Editor, Fragment, Position};
use crate::lexer::{TokenKind, is_identifier};
use crate::rewrite::{Lines, Splice};
use crate::tree::{Expr, ExprId, Node, TextRange};

/// A list, an object or a call.
struct Sequence {
    /// Ranges of the parts.
    parts: Vec<TextRange>,
    /// Offset after the opening bracket.
    open: u32,
    /// Offset of the closing bracket.
    close: u32,
    is_object: bool,
}

impl Editor {
    /// Inserts an element into a list or an argument into a call.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::Unexpected`] for a position outside of lists and calls, and [`EditError::Broken`].
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::{Editor, Fragment, Position};
    ///
    /// let mut editor = Editor::parse("a = [1, 3]\nb = f()\n")?;
    /// editor.insert_element(&Position::Before("a[1]".parse()?), &Fragment::value(&2.into())?)?;
    /// editor.insert_element(&Position::End("b".parse()?), &Fragment::traversal("var.x")?)?;
    /// assert_eq!(editor.text(), "a = [1, 2, 3]\nb = f(var.x)\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn insert_element(&mut self, position: &Position, element: &Fragment) -> Result<(), EditError> {
        let address = position.address();
        let expected = "a list or a call, or a part of one";
        let (parent, index) = match position {
            Position::Start(_) | Position::End(_) => {
                let selection = self.only(address)?;
                (self.value_of(selection.node), None)
            }
            Position::Before(_) | Position::After(_) => {
                let Some((parent, _)) = address.split_last() else {
                    return Err(unexpected(address, expected));
                };
                let node = self.only(address)?.node;
                let parent = self.value_of(self.only(&parent)?.node);
                (parent, Some(self.file.node_range(node)))
            }
        };
        let sequence = parent
            .and_then(|parent| self.sequence(parent))
            .filter(|sequence| !sequence.is_object);
        let Some(sequence) = sequence else {
            return Err(unexpected(address, expected));
        };
        let count = sequence.parts.len();
        let index = match (position, index) {
            (Position::Start(_), _) => 0,
            (Position::Before(_) | Position::After(_), Some(range)) => {
                let at = sequence.parts.iter().position(|part| *part == range);
                let at = at.ok_or_else(|| unexpected(address, expected))?;
                at + usize::from(matches!(position, Position::After(_)))
            }
            _ => count,
        };
        let splice = self.part_insertion(&sequence, index, element.as_str());
        self.splice(splice)
    }

    /// Returns the replacements that add an item to the object at a node. Returns `None` for any other node.
    pub(super) fn object_item(&self, node: Node, name: &str, value: &Fragment) -> Option<Vec<Splice>> {
        let sequence = self
            .sequence(self.value_of(node)?)
            .filter(|sequence| sequence.is_object)?;
        let mut text = String::new();
        write_key(&mut text, name);
        text.push_str(" = ");
        text.push_str(value.as_str());
        Some(self.part_insertion(&sequence, sequence.parts.len(), &text))
    }

    /// Returns the parts of a list, an object or a call.
    fn sequence(&self, expr: ExprId) -> Option<Sequence> {
        let file = &self.file;
        let expr = self.unwrapped(expr);
        let range = file.expr_range(expr);
        let (open, close) = match file.expr(expr) {
            Expr::Tuple { .. } | Expr::Object { .. } => (range.start + 1, range.end - 1),
            Expr::Call(call) => (file.call(call).open + 1, file.call(call).close?),
            _ => return None,
        };
        let is_part = |node: &Node| matches!(node, Node::Expr(_) | Node::ObjectItem(_));
        let parts = file.children(Node::Expr(expr)).into_iter().filter(is_part);
        Some(Sequence {
            parts: parts.map(|part| file.node_range(part)).collect(),
            open,
            close,
            is_object: matches!(file.expr(expr), Expr::Object { .. }),
        })
    }

    /// Returns the replacements that insert a part into a sequence: before the part at `index`, from 0, or last.
    fn part_insertion(&self, sequence: &Sequence, index: usize, text: &str) -> Vec<Splice> {
        let lines = Lines::of(&self.file);
        let parts = &sequence.parts;
        let (Some(first), Some(last)) = (parts.first(), parts.last()) else {
            // It may hold comments, which stay.
            let spaced = sequence.is_object && sequence.open == sequence.close;
            let text = if spaced {
                format!(" {text} ")
            } else {
                text.to_owned()
            };
            return vec![(TextRange::empty(sequence.close), text)];
        };
        let on_lines = lines.index_at(sequence.open - 1) != lines.index_at(first.start);
        let comma_after = |range: TextRange| self.token_after(range.end, TokenKind::Comma);
        if !on_lines {
            let at = parts.get(index).map(|part| part.start);
            let splice = match at {
                Some(start) => (TextRange::empty(start), format!("{text}, ")),
                None if comma_after(*last).is_some() => {
                    let after = comma_after(*last).map_or(last.end, |comma| comma.end);
                    (TextRange::empty(after), format!(" {text},"))
                }
                None => (TextRange::empty(last.end), format!(", {text}")),
            };
            return vec![splice];
        }
        let indentation = self.indentation_at(&lines, first.start);
        // Items of objects on lines of their own need no commas.
        let comma = if sequence.is_object && comma_after(*first).is_none() {
            ""
        } else {
            ","
        };
        let line = format!("{indentation}{text}{comma}\n");
        match parts.get(index) {
            Some(part) => {
                let own = lines.belonging_to(*part);
                vec![(
                    TextRange::empty(lines.range(&own).start),
                    self.with_line_endings(line),
                )]
            }
            None => {
                let mut splices = Vec::new();
                if comma_after(*last).is_none() && comma == "," {
                    splices.push((TextRange::empty(last.end), ",".to_owned()));
                }
                let next = lines.get(lines.last_of(*last) + 1).map(|line| line.range.start);
                match next.filter(|start| *start <= sequence.close) {
                    Some(start) => splices.push((TextRange::empty(start), self.with_line_endings(line))),
                    // The closing bracket is on the line of the last part.
                    None => splices.push((
                        TextRange::empty(sequence.close),
                        self.with_line_endings(format!("\n{line}")),
                    )),
                }
                splices
            }
        }
    }

    /// Returns the range to remove with a part of a list, an object or a call: its comma, and its lines if it has lines of
    /// its own.
    pub(super) fn element_removal(&self, address: &Address, node: Node) -> Option<TextRange> {
        let (parent, _) = address.split_last()?;
        let parent = self.value_of(self.only(&parent).ok()?.node)?;
        let sequence = self.sequence(parent)?;
        let range = self.file.node_range(node);
        let index = sequence.parts.iter().position(|part| *part == range)?;
        let lines = Lines::of(&self.file);
        let mut end = range.end;
        if index + 1 == sequence.parts.len() {
            end = self
                .token_after(end, TokenKind::Ellipsis)
                .map_or(end, |ellipsis| ellipsis.end);
        }
        let comma = self.token_after(end, TokenKind::Comma);
        let alone = self.stands_alone(&lines, TextRange::new(range.start, end), &[TokenKind::Comma]);
        if alone {
            return Some(lines.range(&lines.belonging_to(range)));
        }
        let previous = index.checked_sub(1).and_then(|index| sequence.parts.get(index));
        Some(match (sequence.parts.get(index + 1), previous) {
            (Some(next), _) => TextRange::new(range.start, next.start),
            (None, Some(previous)) => TextRange::new(previous.end, end),
            (None, None) => {
                let own = TextRange::new(range.start, comma.map_or(end, |comma| comma.end));
                let inside = TextRange::new(sequence.open, sequence.close);
                let around = [
                    TextRange::new(inside.start, own.start),
                    TextRange::new(own.end, inside.end),
                ];
                let is_space = |range: &TextRange| {
                    self.file
                        .str(*range)
                        .bytes()
                        .all(|byte| byte == b' ' || byte == b'\t')
                };
                if around.iter().all(is_space) { inside } else { own }
            }
        })
    }

    /// Returns the next token after `offset` and spaces, if it is of this kind.
    fn token_after(&self, offset: u32, kind: TokenKind) -> Option<TextRange> {
        let tokens = self.file.tokens();
        let mut index = tokens.index_at(offset);
        while tokens
            .get(index)
            .is_some_and(|token| token.kind == TokenKind::Space)
        {
            index += 1;
        }
        tokens
            .get(index)
            .filter(|token| token.kind == kind)
            .map(|token| token.range)
    }
}

/// Writes a literal key of an object item.
pub(super) fn write_key(out: &mut String, name: &str) {
    if is_identifier(name) && !["for", "true", "false", "null"].contains(&name) {
        out.push_str(name);
    } else {
        write_label(out, name);
    }
}
