//! Comments of items.

use super::items::not_there;
use super::lines::Lines;
use super::{Address, Document, EditError, Splice};
use crate::lexer::TokenKind;
use crate::tree::{Node, TextRange};

/// The comments of an attribute or a block, without their markers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comments {
    /// The lines right above it.
    pub above: Vec<String>,
    /// What stands beside it, on its last line.
    pub beside: Option<String>,
}

impl Document {
    /// The comments of the attribute or block at an address.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], and [`EditError::NotThere`] where there is no attribute or block.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_native::edit::{Comments, Document};
    ///
    /// let mut document = Document::parse("// Why.\n# And how.\na = 1 # for now\n")?;
    /// let comments = document.comments(&"a".parse()?)?;
    /// assert_eq!(comments.above, ["Why.", "And how."]);
    /// assert_eq!(comments.beside.as_deref(), Some("for now"));
    /// let comments = Comments { above: vec!["New.".to_owned()], beside: None };
    /// document.set_comments(&"a".parse()?, &comments)?;
    /// assert_eq!(document.text(), "# New.\na = 1\n");
    /// # Ok::<(), hcl2_native::edit::EditError>(())
    /// ```
    pub fn comments(&self, address: &Address) -> Result<Comments, EditError> {
        let (above, beside, _) = self.comment_ranges(address)?;
        let beside = beside.map(|range| uncommented(self.file.str(range)).join(" "));
        Ok(Comments {
            above: uncommented(self.file.str(above)),
            beside: beside.filter(|text| !text.is_empty()),
        })
    }

    /// Gives other comments to the attribute or block at an address; they are written with `#`.
    ///
    /// # Errors
    ///
    /// [`EditError::NotFound`], [`EditError::NotThere`] where there is no attribute or block, or it shares its line with others, and
    /// [`EditError::Fragment`] where a line of a comment has line endings.
    pub fn set_comments(&mut self, address: &Address, comments: &Comments) -> Result<(), EditError> {
        let mut lines = comments.above.iter().chain(&comments.beside);
        if lines.any(|line| line.contains(['\n', '\r'])) {
            return Err(EditError::Fragment {
                expected: "line of a comment",
                diagnostics: hcl2_diagnostics::Diagnostics::default(),
            });
        }
        let (above, beside, item) = self.comment_ranges(address)?;
        let lines = Lines::of(self);
        if !self.stands_alone(&lines, item, &[]) {
            return Err(not_there(address, "item on lines of its own"));
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

    /// Where comments above and beside an item are, and the item.
    fn comment_ranges(
        &self,
        address: &Address,
    ) -> Result<(TextRange, Option<TextRange>, TextRange), EditError> {
        let node = self.only(address)?.node;
        if !matches!(node, Node::Attribute(_) | Node::Block(_)) {
            return Err(not_there(address, "attribute or block"));
        }
        let item = self.file.node_range(node);
        let lines = Lines::of(self);
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
                // The line ending stays.
                let text = self.file.str(token.range).trim_end_matches(['\n', '\r']);
                TextRange::new(token.range.start, token.range.start + text.len() as u32)
            });
        Ok((above, beside, item))
    }
}

fn commented(text: &str) -> String {
    format!("# {text}").trim_end().to_owned()
}

/// The lines of comments without their markers.
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
