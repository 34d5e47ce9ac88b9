//! The paths in a file, as the compiler resolves them, including grouped, renamed and nested ones.
//!
//! They are read from tokens rather than from the syntax tree, so those in the bodies of macros are found as well.

use std::collections::BTreeMap;

use proc_macro2::Delimiter;

use super::{Kind, Token};

/// The most aliases that are followed for one path.
const MAX_ALIASES: usize = 8;

/// A path such as `std::fs::read`, resolved by the `use` declarations of its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    /// Its segments; a glob and a variable of a macro are `*`.
    pub(crate) segments: Vec<String>,
    /// The line of its last segment, from 1.
    pub(crate) line: usize,
    /// Whether it calls a macro.
    pub(crate) is_macro: bool,
    /// The index of its first token.
    pub(crate) at: usize,
}

/// The names that `use` declarations give to paths.
///
/// All scopes of a file share one table, so a name may stand for several paths.
#[derive(Debug, Default)]
pub(crate) struct Aliases {
    names: BTreeMap<String, Vec<Vec<String>>>,
    /// The paths before `::*`, except those within the same crate.
    globs: Vec<Vec<String>>,
}

impl Aliases {
    fn of(leaves: &[Leaf]) -> Self {
        let mut aliases = Self::default();
        for leaf in leaves {
            let Some((last, before)) = leaf.path.segments.split_last() else {
                continue;
            };
            if !leaf.is_declared {
                continue;
            }
            if last == "*" {
                let is_own = matches!(
                    before.first().map(String::as_str),
                    Some("super" | "self" | "crate")
                );
                aliases.globs.extend((!is_own).then(|| before.to_vec()));
                continue;
            }
            let name = leaf.alias.as_ref().unwrap_or(last);
            if before.is_empty() && name == last {
                continue;
            }
            let paths = aliases.names.entry(name.clone()).or_default();
            paths.push(leaf.path.segments.clone());
        }
        aliases
    }

    /// Appends the paths that a path may stand for.
    fn resolve(&self, path: Path, depth: usize, found: &mut Vec<Path>) {
        let head = path.segments.first().and_then(|head| self.names.get(head));
        let Some(meanings) = head.filter(|_| depth < MAX_ALIASES) else {
            if path.segments.len() == 1 {
                self.by_glob(&path, found);
            }
            // A bare name that is not a macro carries no information.
            if path.segments.len() > 1 || path.is_macro {
                found.push(path);
            }
            return;
        };
        for meaning in meanings {
            // The declaration itself and `use self::a::a` resolve to themselves.
            if path.segments.starts_with(meaning) {
                found.push(path.clone());
                continue;
            }
            let segments = meaning.iter().chain(&path.segments[1..]).cloned().collect();
            let path = Path {
                segments,
                ..path.clone()
            };
            self.resolve(path, depth + 1, found);
        }
    }

    /// Appends the paths that a bare name may stand for through the file's globs.
    fn by_glob(&self, path: &Path, found: &mut Vec<Path>) {
        for glob in &self.globs {
            let segments = glob.iter().chain(&path.segments).cloned().collect();
            found.push(Path {
                segments,
                ..path.clone()
            });
        }
    }
}

/// Returns the paths among `tokens`, each resolved.
pub(super) fn of(tokens: &[Token]) -> Vec<Path> {
    let leaves = leaves(tokens);
    let aliases = Aliases::of(&leaves);
    let mut found = Vec::new();
    for leaf in leaves {
        aliases.resolve(leaf.path, 0, &mut found);
    }
    found
}

/// A path as written, with the name that a declaration binds it to.
struct Leaf {
    path: Path,
    alias: Option<String>,
    is_declared: bool,
}

fn leaves(tokens: &[Token]) -> Vec<Leaf> {
    let mut reader = Reader {
        tokens,
        is_declared: false,
        start: 0,
        found: Vec::new(),
    };
    let mut at = 0;
    while at < tokens.len() {
        at = reader.next(at);
    }
    reader.found
}

struct Reader<'a> {
    tokens: &'a [Token],
    /// Whether the current path belongs to a `use` or an `extern crate`.
    is_declared: bool,
    /// The index at which the current path starts.
    start: usize,
    found: Vec<Leaf>,
}

impl Reader<'_> {
    /// Reads the path at `at`, if any, and returns the index after it.
    fn next(&mut self, at: usize) -> usize {
        let is_path =
            self.word(at).is_some() && !at.checked_sub(1).is_some_and(|before| self.is_mark(before, '.'));
        let declares = self.word(at) == Some("use") || self.word(at) == Some("crate") && self.is_extern(at);
        if declares {
            self.is_declared = true;
            self.start = at + 1;
            let end = self.tree(at + 1, &[]);
            self.is_declared = false;
            return end.max(at + 1);
        }
        if !is_path {
            return at + 1;
        }
        self.start = at;
        self.tree(at, &[])
    }

    fn is_extern(&self, at: usize) -> bool {
        at.checked_sub(1)
            .is_some_and(|before| self.word(before) == Some("extern"))
    }

    /// Reads a path or a tree of them, whose first segments are `prefix`.
    fn tree(&mut self, at: usize, prefix: &[String]) -> usize {
        let mut segments = prefix.to_vec();
        let mut at = if self.is_separator(at) { at + 2 } else { at };
        loop {
            let line = self.tokens.get(at).map_or(0, |token| token.line);
            match self.tokens.get(at).map(|token| &token.kind) {
                Some(Kind::Word(word)) => segments.push(word.clone()),
                Some(Kind::Mark('*')) => segments.push("*".to_owned()),
                Some(Kind::Mark('$')) if self.word(at + 1).is_some() => {
                    let name = self.word(at + 1).filter(|name| *name == "crate");
                    segments.push(name.unwrap_or("*").to_owned());
                    at += 1;
                }
                Some(Kind::Open(Delimiter::Brace)) if self.is_declared => return self.group(at, &segments),
                // Generic arguments, as in `Vec::<u8>::new`, end the path.
                _ => {
                    self.push(segments, line, None, at);
                    return at;
                }
            }
            at += 1;
            if !self.is_separator(at) {
                return self.end(at, segments, line);
            }
            at += 2;
        }
    }

    /// Reads the trees between braces.
    fn group(&mut self, open: usize, prefix: &[String]) -> usize {
        let mut at = open + 1;
        while let Some(token) = self.tokens.get(at) {
            at = match token.kind {
                Kind::Close(_) => return at + 1,
                Kind::Mark(',') => at + 1,
                _ => self.tree(at, prefix).max(at + 1),
            };
        }
        at
    }

    /// Reads the tokens that follow the last segment of a path.
    fn end(&mut self, at: usize, mut segments: Vec<String>, line: usize) -> usize {
        if segments.len() > 1 && segments.last().is_some_and(|last| last == "self") {
            segments.pop();
        }
        if self.is_declared && self.word(at) == Some("as") {
            let alias = self.word(at + 1).map(str::to_owned);
            self.push(segments, line, alias, at);
            return at + 2;
        }
        self.push(segments, line, None, at);
        at
    }

    fn push(&mut self, segments: Vec<String>, line: usize, alias: Option<String>, end: usize) {
        if segments.is_empty() {
            return;
        }
        let is_macro = self.is_mark(end, '!') && !self.is_mark(end + 1, '=');
        let path = Path {
            segments,
            line,
            is_macro,
            at: self.start,
        };
        let is_declared = self.is_declared;
        self.found.push(Leaf {
            path,
            alias,
            is_declared,
        });
    }

    fn word(&self, at: usize) -> Option<&str> {
        self.tokens.get(at)?.word()
    }

    fn is_mark(&self, at: usize, mark: char) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is_mark(mark))
    }

    fn is_separator(&self, at: usize) -> bool {
        self.is_mark(at, ':') && self.is_mark(at + 1, ':')
    }
}
