//! Comments of items.

use super::items::unexpected;
use super::{Address, EditError, Editor, IntoAddress, Selection};
use crate::lexer::TokenKind;
use crate::rewrite::{Lines, Splice};
use crate::tree::{Node, TextRange};

/// The comments of an attribute or a block, without their markers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comments {
    /// The lines right above the item.
    pub above: Vec<String>,
    /// The comment beside the item, on its last line.
    pub beside: Option<String>,
}

impl Editor {
    /// Returns the comments of the attribute or block at an address.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::Unexpected`] for anything but an attribute or a block.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::{Comments, Editor};
    ///
    /// let mut editor = Editor::parse("// Why.\n# And how.\na = 1 # for now\n")?;
    /// let comments = editor.comments("a")?;
    /// assert_eq!(comments.above, ["Why.", "And how."]);
    /// assert_eq!(comments.beside.as_deref(), Some("for now"));
    /// let comments = Comments { above: vec!["New.".to_owned()], beside: None };
    /// editor.set_comments("a", &comments)?;
    /// assert_eq!(editor.text(), "# New.\na = 1\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn comments(&self, address: impl IntoAddress) -> Result<Comments, EditError> {
        let item = self.commentable(&address.into_address()?)?;
        Ok(self.comments_around(&Lines::of(&self.file), item))
    }

    /// Returns the comments of what an address has selected; none of anything but an attribute or a block.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let editor = Editor::parse("# One.\na = 1\nb = 2\n")?;
    /// let comments = editor.comments_of(&editor.select(&"*".parse()?));
    /// assert_eq!((comments[0].above.len(), comments[1].above.len()), (1, 0));
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    #[must_use]
    pub fn comments_of(&self, selections: &[Selection]) -> Vec<Comments> {
        let lines = Lines::of(&self.file);
        let comments = selections.iter().map(|selection| match selection.node {
            node @ (Node::Attribute(_) | Node::Block(_)) => {
                self.comments_around(&lines, self.file.node_range(node))
            }
            _ => Comments::default(),
        });
        comments.collect()
    }

    /// Sets the comment above the attribute or block at an address, and keeps the one beside it. An empty string removes it.
    ///
    /// # Errors
    ///
    /// Those of [`set_comments`](Self::set_comments).
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::Editor;
    ///
    /// let mut editor: Editor = "server {\n  port = 80 # for now\n}\n".parse()?;
    /// editor.set_comment("server.port", "Public.\nBehind the proxy.")?;
    /// assert_eq!(editor.text(), "server {\n  # Public.\n  # Behind the proxy.\n  port = 80 # for now\n}\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn set_comment(&mut self, address: impl IntoAddress, text: &str) -> Result<(), EditError> {
        let address = address.into_address()?;
        let above = text.lines().map(str::to_owned).collect();
        let comments = Comments {
            above,
            ..self.comments(&address)?
        };
        self.set_comments(&address, &comments)
    }

    /// Replaces the comments of the attribute or block at an address. The new ones start with `#`.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::Unexpected`] for anything but an attribute or a block on lines of its own, and
    /// [`EditError::Fragment`] for a line of a comment that contains a line ending.
    pub fn set_comments(&mut self, address: impl IntoAddress, comments: &Comments) -> Result<(), EditError> {
        let address = &address.into_address()?;
        let mut lines = comments.above.iter().chain(&comments.beside);
        if lines.any(|line| line.contains(['\n', '\r'])) {
            return Err(EditError::fragment("one line of a comment"));
        }
        let item = self.commentable(address)?;
        let lines = Lines::of(&self.file);
        let (above, beside) = self.comment_ranges(&lines, item);
        if !self.stands_alone(&lines, item, &[]) {
            return Err(unexpected(address, "an item on lines of its own"));
        }
        let indentation = self.indentation_at(&lines, item.start);
        let line = |text: &String| format!("{indentation}{}\n", commented(text));
        let text: String = comments.above.iter().map(line).collect();
        let mut splices: Vec<Splice> = vec![(above, self.with_line_endings(text))];
        let end = beside.map_or(item.end, |range| range.end);
        let text = comments
            .beside
            .as_ref()
            .map(|text| format!(" {}", commented(text)));
        splices.push((TextRange::new(item.end, end), text.unwrap_or_default()));
        self.splice(splices)
    }

    /// Returns the range of the attribute or block at an address.
    fn commentable(&self, address: &Address) -> Result<TextRange, EditError> {
        match self.only(address)?.node {
            node @ (Node::Attribute(_) | Node::Block(_)) => Ok(self.file.node_range(node)),
            _ => Err(unexpected(address, "an attribute or a block")),
        }
    }

    /// Returns the comments of an item.
    fn comments_around(&self, lines: &Lines, item: TextRange) -> Comments {
        let (above, beside) = self.comment_ranges(lines, item);
        let beside = beside.map(|range| uncommented(self.file.str(range)).join(" "));
        Comments {
            above: uncommented(self.file.str(above)),
            beside: beside.filter(|text| !text.is_empty()),
        }
    }

    /// Returns the ranges of the comments above and beside an item.
    fn comment_ranges(&self, lines: &Lines, item: TextRange) -> (TextRange, Option<TextRange>) {
        let own = lines.belonging_to(item);
        let above = lines.range(&(own.start..lines.index_at(item.start)));
        let tokens = self.file.tokens();
        let mut index = tokens.index_at(item.end);
        while tokens
            .get(index)
            .is_some_and(|token| token.kind == TokenKind::Space)
        {
            index += 1;
        }
        let beside = tokens
            .get(index)
            .filter(|token| token.kind == TokenKind::Comment)
            .map(|token| {
                // The line ending is not part of the comment here.
                let text = self.file.str(token.range).trim_end_matches(['\n', '\r']);
                TextRange::new(token.range.start, token.range.start + text.len() as u32)
            });
        (above, beside)
    }
}

fn commented(text: &str) -> String {
    format!("# {text}").trim_end().to_owned()
}

/// Returns the lines of comments without their markers.
fn uncommented(text: &str) -> Vec<String> {
    let line = |line: &str| {
        let line = line.trim();
        let line = ["#", "//", "/*", "*"]
            .iter()
            .find_map(|marker| line.strip_prefix(marker))
            .unwrap_or(line);
        line.strip_suffix("*/").unwrap_or(line).trim().to_owned()
    };
    text.lines().map(line).collect()
}
