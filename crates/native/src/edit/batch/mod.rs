//! Many edits of one file, in time linear in their number.

mod asides;
mod excerpt;
mod outline;
mod pieces;

pub use asides::Aside;
use asides::Shelf;
use excerpt::Excerpt;
pub use outline::{Leaf, Part, Parts, PartsKind};
use pieces::{INNER_PIECES, Piece};

use super::{Address, EditError};
use crate::tree::TextRange;

/// An editor whose edits can be made in a [`Batch`].
pub trait Editable: Sized {
    /// Creates an editor of another text under the same name.
    ///
    /// # Errors
    ///
    /// [`EditError::Broken`] with the problems of the text.
    fn with_text(&self, text: String) -> Result<Self, EditError>;

    /// Returns the text in its current state.
    fn text(&self) -> &str;

    /// Returns what the file is made of. Returns `None` for a file without parts.
    fn outline(&self) -> Option<Parts>;

    /// Returns the comments with more than a number of bytes, which edits of other parts can do without.
    fn long_comments(&self, _bytes: u32) -> Vec<Aside> {
        Vec::new()
    }

    /// Returns what edits look at in the whole file, such as its line endings.
    fn style(&self) -> u8;

    /// Returns the offsets that follow the text.
    fn bounds(&mut self) -> &mut Bounds;
}

/// Offsets that follow the text that edits change.
#[derive(Clone, Debug, Default)]
pub struct Bounds(Vec<Bound>);

/// One of the [`Bounds`].
#[derive(Clone, Copy, Debug)]
struct Bound {
    offset: u32,
    /// Whether an edit inserted at the offset or replaced what is around it.
    is_touched: bool,
}

impl Bounds {
    /// Moves the offsets, except for the start of the text, as replacing ranges by text of these lengths in bytes does. The ranges
    /// are in source order.
    pub fn follow(&mut self, splices: &[(TextRange, usize)]) {
        let (mut next, mut before, mut after) = (0, 0, 0);
        for bound in &mut self.0 {
            if bound.offset == 0 {
                continue;
            }
            while let Some((range, length)) = splices.get(next)
                && range.end <= bound.offset
            {
                bound.is_touched |= range.is_empty() && range.end == bound.offset;
                before += range.len();
                after += *length as u32;
                next += 1;
            }
            let inside = splices.get(next).filter(|(range, _)| range.start < bound.offset);
            bound.offset = match inside {
                Some((range, length)) => {
                    bound.is_touched = true;
                    range.start + after - before + *length as u32
                }
                None => bound.offset + after - before,
            };
        }
    }
}

/// Edits of a file, each of what the ones before it left.
///
/// An editor parses its source after each edit. A batch cuts the file into pieces, and makes an edit in an excerpt: the
/// pieces with the parts that its addresses name, and those around them, with short comments in place of long ones. The
/// result is the same.
///
/// # Examples
///
/// ```
/// use hcl2_native::edit::{Batch, Editor, Fragment};
///
/// let mut editor = Editor::parse("a = 1\nb = 2\nc = 3\n")?;
/// let mut batch = Batch::new(&mut editor);
/// let five = Fragment::expression("5")?;
/// batch.edit(&["a".parse()?], |editor, at| editor.set(&at[0], &five))?;
/// batch.edit(&["b".parse()?], |editor, at| editor.remove(&at[0]))?;
/// batch.edit(&["c".parse()?, "d".parse()?], |editor, at| editor.rename(&at[0], "d"))?;
/// batch.finish()?;
/// assert_eq!(editor.text(), "a = 5\nd = 3\n");
/// # Ok::<(), hcl2_native::edit::EditError>(())
/// ```
#[derive(Debug)]
pub struct Batch<'e, E> {
    editor: &'e mut E,
    piece_bytes: u32,
    /// Whether there was an edit: a single one needs no pieces.
    has_begun: bool,
    parsed_bytes: usize,
    /// The file in pieces, unless the editor has the current text.
    pieces: Option<Pieces>,
}

/// A file in pieces, without its long comments.
#[derive(Debug)]
struct Pieces {
    piece: Piece,
    style: u8,
    shelf: Option<Shelf>,
}

impl Pieces {
    /// Cuts the file of an editor; `None` if it has no parts.
    fn of(editor: &impl Editable, piece_bytes: u32) -> Option<Self> {
        let style = editor.style();
        let comments = editor.long_comments(piece_bytes.saturating_mul(INNER_PIECES));
        let Some((shelf, text)) = Shelf::new(editor.text(), comments) else {
            let piece = Piece::whole(editor.text(), &editor.outline()?, piece_bytes);
            let shelf = None;
            return Some(Self { piece, style, shelf });
        };
        let editor = editor.with_text(text).ok()?;
        Some(Self {
            piece: Piece::whole(editor.text(), &editor.outline()?, piece_bytes),
            style,
            shelf: Some(shelf),
        })
    }

    /// Returns the text of the file.
    fn text(&self) -> String {
        let mut text = String::new();
        self.piece.write(&mut text);
        match &self.shelf {
            Some(shelf) => shelf.restored(&text),
            None => text,
        }
    }
}

impl<'e, E: Editable> Batch<'e, E> {
    /// Starts a batch. The editor has its edits once it is [finished](Self::finish).
    pub fn new(editor: &'e mut E) -> Self {
        Self {
            editor,
            piece_bytes: 256,
            has_begun: false,
            parsed_bytes: 0,
            pieces: None,
        }
    }

    /// Sets the number of bytes from which on a piece ends with the next part.
    #[must_use]
    pub fn with_piece_bytes(mut self, bytes: u32) -> Self {
        self.piece_bytes = bytes;
        self
    }

    /// Returns the number of bytes that the edits so far had to parse: about those of a few pieces for each.
    #[must_use]
    pub fn parsed_bytes(&self) -> usize {
        self.parsed_bytes
    }

    /// Makes an edit. `addresses` names all parts of the file that it looks for: if it may add what is missing, also where
    /// it is added. It may be made in an excerpt, where a
    /// position can be another one, so that it must use the addresses that it receives.
    ///
    /// # Errors
    ///
    /// Those of the edit, and [`EditError::Broken`] if an edit before it left a file with errors.
    pub fn edit(
        &mut self,
        addresses: &[Address],
        edit: impl Fn(&mut E, &[Address]) -> Result<(), EditError>,
    ) -> Result<(), EditError> {
        if std::mem::replace(&mut self.has_begun, true) && self.edit_excerpt(addresses, &edit).is_some() {
            return Ok(());
        }
        self.join()?;
        self.parsed_bytes += self.editor.text().len();
        edit(self.editor, addresses)
    }

    /// Ends the batch.
    ///
    /// # Errors
    ///
    /// [`EditError::Broken`] if the edits left a file with errors.
    pub fn finish(mut self) -> Result<(), EditError> {
        self.join()
    }

    /// Makes an edit in an excerpt, or returns `None` if the whole file is needed.
    fn edit_excerpt(
        &mut self,
        addresses: &[Address],
        edit: impl Fn(&mut E, &[Address]) -> Result<(), EditError>,
    ) -> Option<()> {
        if self.pieces.is_none() {
            self.pieces = Some(Pieces::of(self.editor, self.piece_bytes)?);
        }
        let Pieces { piece, style, shelf } = self.pieces.as_mut()?;
        let (excerpt, addresses) = Excerpt::new(piece, addresses);
        self.parsed_bytes += excerpt.text.len();
        let mut editor = self.editor.with_text(excerpt.text.clone()).ok()?;
        let bounds = excerpt.starts.iter().map(|offset| Bound {
            offset: *offset,
            is_touched: false,
        });
        editor.bounds().0 = bounds.collect();
        if editor.style() != *style || edit(&mut editor, &addresses).is_err() || editor.style() != *style {
            return None;
        }
        if shelf
            .as_ref()
            .is_some_and(|shelf| !shelf.allows(&excerpt.text, editor.text()))
        {
            return None;
        }
        let bounds = std::mem::take(&mut editor.bounds().0);
        if bounds
            .iter()
            .zip(&excerpt.follow_gaps)
            .any(|(bound, gap)| bound.is_touched && *gap)
        {
            return None;
        }
        let mut starts: Vec<u32> = bounds.into_iter().map(|bound| bound.offset).collect();
        starts.push(editor.text().len() as u32);
        let change = excerpt::Change {
            text: editor.text(),
            starts: &starts,
            piece_bytes: self.piece_bytes,
        };
        let outline = editor.outline()?;
        change
            .fits(&excerpt.level, &outline)
            .then(|| change.make(piece, &excerpt.level, &outline))
    }

    /// Gives the editor the text of all pieces.
    fn join(&mut self) -> Result<(), EditError> {
        if let Some(pieces) = self.pieces.take() {
            *self.editor = self.editor.with_text(pieces.text())?;
        }
        Ok(())
    }
}
