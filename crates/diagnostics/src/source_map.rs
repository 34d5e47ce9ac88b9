//! The sources of a program, by their numbers.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use crate::{Diagnostics, Source, SourceId, SourceTooLarge, Span};

/// The sources that diagnostics point into.
///
/// # Examples
///
/// ```
/// use hcl2_diagnostics::SourceMap;
///
/// let mut sources = SourceMap::new();
/// let source = sources.add("app.hcl", "a = 1\n")?;
/// assert_eq!(sources.get(source.id()).unwrap().name(), "app.hcl");
/// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    sources: Vec<Source>,
    /// The positions of the sources that other maps may hold too.
    shared: BTreeMap<SourceId, usize>,
    secrets: Vec<Span>,
    /// Sources with secrets, in whose place are dots.
    concealing: BTreeMap<SourceId, Concealing>,
}

/// A source with dots in place of some of its text.
#[derive(Clone, Debug, Default)]
struct Concealing {
    /// The ranges that are drawn as dots.
    ranges: Vec<(u32, u32)>,
    /// The source as it is shown. Most are never shown.
    shown: OnceLock<Option<Source>>,
}

impl Concealing {
    fn shown(&self, source: &Source) -> Option<&Source> {
        let draw = || {
            let mut bytes = source.bytes().to_vec();
            for (start, end) in &self.ranges {
                let end = (*end as usize).min(bytes.len());
                conceal(bytes.get_mut(*start as usize..end).unwrap_or_default());
            }
            Source::with_id(source.id(), source.name().to_owned(), bytes).ok()
        };
        self.shown.get_or_init(draw).as_ref()
    }
}

impl SourceMap {
    /// Creates an empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a source and returns a handle to it.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if the source has more than [`Source::MAX_BYTES`] bytes.
    pub fn add(
        &mut self,
        name: impl Into<String>,
        bytes: impl Into<Vec<u8>>,
    ) -> Result<Source, SourceTooLarge> {
        Ok(self.add_copy(&Source::new(name, bytes)?))
    }

    /// Adds a source under a number of this map, and returns it. It shares its text with the original.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{Source, SourceMap};
    ///
    /// let original = Source::new("app.hcl", "a = 1\n")?;
    /// let mut sources = SourceMap::new();
    /// sources.add("other.hcl", "b = 2\n")?;
    /// let copy = sources.add_copy(&original);
    /// assert_ne!(copy.id(), original.id());
    /// assert!(std::ptr::eq(copy.bytes(), original.bytes()));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn add_copy(&mut self, original: &Source) -> Source {
        let source = original.renumbered(SourceId::new(self.sources.len() as u32));
        self.sources.push(source.clone());
        source
    }

    /// Adds a [shared](Source::shared) source, unless the map has it.
    pub fn insert(&mut self, source: &Source) {
        let next = self.sources.len();
        if *self.shared.entry(source.id()).or_insert(next) == next {
            self.sources.push(source.clone());
        }
    }

    /// Adds the sources of another map, with what is hidden in them, and returns the numbers that they have here by those that
    /// they have there. A source that this map holds too, or that is [shared](Source::shared), keeps its number.
    pub(crate) fn append(&mut self, other: &Self) -> BTreeMap<SourceId, SourceId> {
        let mut numbers = BTreeMap::new();
        for source in &other.sources {
            let known = self.get(source.id());
            let id = if known.is_some_and(|known| known.is_same(source)) {
                source.id()
            } else if other.shared.contains_key(&source.id()) {
                self.insert(source);
                source.id()
            } else {
                self.add_copy(source).id()
            };
            if let Some(concealing) = other.concealing.get(&source.id()) {
                let ranges = concealing.ranges.clone();
                let shown = OnceLock::new();
                self.concealing.insert(id, Concealing { ranges, shown });
            }
            numbers.insert(source.id(), id);
        }
        let here = |span: &Span| Some(Span::new(*numbers.get(&span.source)?, span.start, span.end));
        self.secrets.extend(other.secrets.iter().filter_map(here));
        numbers
    }

    /// Replaces the content of a source, whose number and name stay. Its secrets are forgotten.
    ///
    /// # Errors
    ///
    /// [`SourceTooLarge`] if the content has more than [`Source::MAX_BYTES`] bytes.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    ///
    /// let mut sources = SourceMap::new();
    /// let old = sources.add("app.hcl", "a = 1\n")?;
    /// let new = sources.replace(&old, "a = 2\n")?;
    /// assert_eq!((new.id(), new.name()), (old.id(), "app.hcl"));
    /// assert_eq!(sources.get(old.id()).unwrap().bytes(), b"a = 2\n");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn replace(&mut self, old: &Source, bytes: impl Into<Vec<u8>>) -> Result<Source, SourceTooLarge> {
        Ok(self.replace_by(old, &Source::new(old.name(), bytes)?))
    }

    /// Replaces a source by another one, which keeps its text and gets the number of the replaced one. The secrets of the
    /// replaced source are forgotten.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::{Source, SourceMap};
    ///
    /// let mut sources = SourceMap::new();
    /// let old = sources.add("app.hcl", "a = 1\n")?;
    /// let edited = Source::new("app.hcl", "a = 2\n")?;
    /// let new = sources.replace_by(&old, &edited);
    /// assert_eq!(new.id(), old.id());
    /// assert!(std::ptr::eq(new.bytes(), edited.bytes()));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn replace_by(&mut self, old: &Source, new: &Source) -> Source {
        let id = old.id();
        let source = new.renumbered(id);
        if let Some(place) = self.sources.get_mut(id.index()) {
            *place = source.clone();
        }
        self.secrets.retain(|span| span.source != id);
        self.concealing.remove(&id);
        source
    }

    /// Returns the source with this number.
    #[must_use]
    pub fn get(&self, id: SourceId) -> Option<&Source> {
        self.sources.get(self.position(id)?)
    }

    /// Returns where a span starts: the name of its source, the line and the column.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    ///
    /// let mut sources = SourceMap::new();
    /// let source = sources.add("app.hcl", "a = 1\nb = 2\n")?;
    /// let place = sources.place(source.span_of(6, 7)).unwrap();
    /// assert_eq!((place.name, place.line, place.column), ("app.hcl", 2, 1));
    /// assert_eq!(place.to_string(), "app.hcl:2:1");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn place(&self, span: Span) -> Option<SourcePlace<'_>> {
        self.get(span.source).map(|source| source.place(span.start))
    }

    fn position(&self, id: SourceId) -> Option<usize> {
        let has_number = |position: &usize| self.sources.get(*position).is_some_and(|own| own.id() == id);
        let found = Some(id.index()).filter(has_number);
        let found = found.or_else(|| self.shared.get(&id).copied());
        found.or_else(|| self.sources.iter().position(|own| own.id() == id))
    }

    /// Sorts diagnostics by their sources, in the order in which these were added, then by the starts of their subjects. The
    /// sort is stable, and diagnostics without a subject come first.
    ///
    /// The numbers of [shared](Source::shared) sources are in the order in which these were made, possibly by other threads.
    pub fn sort(&self, diagnostics: &mut Diagnostics) {
        diagnostics.sort_by_key(|subject| (self.position(subject.source), subject.start));
    }

    /// Marks spans as secret: whatever is rendered with this map shows dots in their place.
    ///
    /// Lines, columns and offsets stay as they are, and so does the content of the sources.
    /// [`Diagnostics::conceal_within`](crate::Diagnostics::conceal_within) does the same to messages.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    ///
    /// let mut sources = SourceMap::new();
    /// let source = sources.add("app.tfvars", "key = \"0815\"\n")?;
    /// sources.conceal(&[source.span_of(6, 12)]);
    /// assert_eq!(sources.shown(source.id()).unwrap().bytes(), b"key = ......\n");
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn conceal(&mut self, spans: &[Span]) {
        self.hide(spans);
        let known = |span: &&Span| self.get(span.source).is_some();
        let secrets: Vec<Span> = spans.iter().filter(known).copied().collect();
        self.secrets.extend(secrets);
    }

    /// Draws spans as dots, as [`Self::conceal`] does, but leaves messages about them alone: [`Self::secrets`] does not
    /// return them.
    ///
    /// This is for text that is no value of a configuration, or whose values no message quotes, such as the file of a state.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    ///
    /// let mut sources = SourceMap::new();
    /// let source = sources.add("app.tfstate", "{\"key\": 815}\n")?;
    /// sources.hide(&[source.span()]);
    /// assert_eq!(sources.shown(source.id()).unwrap().bytes(), b"............\n");
    /// assert!(sources.secrets().is_empty());
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    pub fn hide(&mut self, spans: &[Span]) {
        for span in spans {
            if self.get(span.source).is_some() {
                let concealing = self.concealing.entry(span.source).or_default();
                concealing.ranges.push((span.start, span.end));
                concealing.shown = OnceLock::new();
            }
        }
    }

    /// Returns the source with this number as it may be shown: with dots in place of secrets.
    #[must_use]
    pub fn shown(&self, id: SourceId) -> Option<&Source> {
        let source = self.get(id)?;
        let concealing = self.concealing.get(&id);
        concealing.and_then(|own| own.shown(source)).or(Some(source))
    }

    /// Returns whether anything is drawn as dots.
    #[must_use]
    pub fn has_hidden(&self) -> bool {
        !self.concealing.is_empty()
    }

    /// Returns the spans that are secret.
    #[must_use]
    pub fn secrets(&self) -> &[Span] {
        &self.secrets
    }

    /// Returns the sources in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = &Source> {
        self.sources.iter()
    }
}

/// A place in a source, which displays as in messages: `app.hcl:3:5`.
///
/// [`SourceMap::place`] and [`Source::place`] return it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SourcePlace<'s> {
    /// The name of the source, usually a path.
    pub name: &'s str,
    /// The line, from 1.
    pub line: u32,
    /// The column in grapheme clusters, from 1.
    pub column: u32,
}

impl fmt::Display for SourcePlace<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", self.name, self.line, self.column)
    }
}

impl Source {
    /// Returns the place of the byte at `offset`, from 0.
    #[must_use]
    pub fn place(&self, offset: u32) -> SourcePlace<'_> {
        let position = self.position(offset);
        SourcePlace {
            name: self.name(),
            line: position.line,
            column: position.column,
        }
    }
}

/// Replaces each character by a dot of the same number of bytes, which keeps columns.
fn conceal(mut rest: &mut [u8]) {
    while let Some(first) = rest.first() {
        let dot = match first {
            b'\n' => "\n",
            b'\r' => "\r",
            b'\t' => "\t",
            0..0xC0 => ".",
            0xC0..0xE0 => "\u{B7}",
            0xE0..0xF0 => "\u{2022}",
            0xF0.. => "\u{1F784}",
        };
        let (character, behind) = rest.split_at_mut(dot.len().min(rest.len()));
        character.copy_from_slice(&dot.as_bytes()[..character.len()]);
        rest = behind;
    }
}

impl From<&Self> for SourceMap {
    fn from(sources: &Self) -> Self {
        sources.clone()
    }
}

impl From<Source> for SourceMap {
    /// Creates a map of one source, which keeps its number.
    fn from(source: Source) -> Self {
        Self {
            sources: vec![source],
            ..Self::default()
        }
    }
}
