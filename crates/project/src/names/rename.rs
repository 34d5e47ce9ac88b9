//! Renames of objects, everywhere they are named.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hcl2_diagnostics::codes::rename as codes;
use hcl2_diagnostics::{Diagnostic, Diagnostics, Source, Span};
use hcl2_native::edit::spliced;
use hcl2_native::lexer::is_identifier;
use hcl2_native::tree::TextRange;
use hcl2_terraform::{Address, MentionRole, Mentioned, ModuleFile};

use super::table::NamedFile;
use super::{NamePlace, Names, ObjectAt, address_of, limits, moves};
use crate::facts::ANY;

/// A rename: the files that it changes.
#[derive(Clone, Debug, Default)]
pub struct Renaming {
    /// The changed files, by path.
    pub files: BTreeMap<PathBuf, RenamedFile>,
}

/// A file that a rename changes.
#[derive(Clone, Debug)]
pub struct RenamedFile {
    /// The file as it is.
    pub source: Source,
    /// The ranges that change, in order, each with its new text.
    pub edits: Vec<(Span, String)>,
}

impl RenamedFile {
    /// Returns the new text.
    #[must_use]
    pub fn text(&self) -> Vec<u8> {
        let splices = self.edits.iter().map(|(span, text)| {
            let range = TextRange::new(span.start, span.end);
            (range, text.as_str())
        });
        spliced(self.source.bytes(), splices.collect())
    }
}

impl Renaming {
    /// Returns the number of places that change.
    #[must_use]
    pub fn places(&self) -> usize {
        self.files.values().map(|file| file.edits.len()).sum()
    }

    pub(super) fn edit(&mut self, path: &Path, source: &Source, span: Span, text: impl Into<String>) {
        let file = self.files.entry(path.to_owned()).or_insert_with(|| RenamedFile {
            source: source.clone(),
            edits: Vec::new(),
        });
        file.edits.push((span, text.into()));
    }

    /// Sorts the edits of each file.
    pub(super) fn sorted(mut self) -> Self {
        for file in self.files.values_mut() {
            file.edits.sort_by_key(|(span, _)| (span.start, span.end));
        }
        self
    }
}

impl Names {
    /// Renames an object everywhere it is named. A resource or a module call gets a `moved` block, if `moves`, so that its
    /// objects in the state stay.
    ///
    /// # Errors
    ///
    /// Diagnostics that say why the object cannot have the name, with the codes `hcl2::rename::invalid-name`,
    /// `hcl2::rename::collision`, `hcl2::rename::captured`, `hcl2::rename::unsupported` and `hcl2::rename::broken`.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::path::Path;
    /// use std::sync::Arc;
    ///
    /// use hcl2_project::{Memory, Names};
    ///
    /// let text = "variable \"size\" {}\nlocals {\n  twice = \"${var.size * 2}\"\n}\n";
    /// let files: Memory = [("main.tf", text)].into_iter().collect();
    /// let mut names = Names::new(Arc::new(files), [Path::new("/")]);
    /// let size = names.object(Path::new("/"), "var.size").unwrap();
    /// let renaming = names.rename(&size, "count_of_nodes", true).unwrap();
    /// let renamed = String::from_utf8(renaming.files[Path::new("/main.tf")].text()).unwrap();
    /// assert_eq!(renamed, text.replace("size", "count_of_nodes"));
    /// let refused = names.rename(&size, "2nd", true).unwrap_err();
    /// assert_eq!(refused[0].code.id(), "hcl2::rename::invalid-name");
    /// ```
    pub fn rename(&mut self, object: &ObjectAt, new: &str, moves: bool) -> Result<Renaming, Diagnostics> {
        let files = self.files_with(object.name());
        let places = self.places_of(&files, object);
        let renamed = with_name(object, new);
        let mut problems: Diagnostics = invalid_name(object, new, &places).into_iter().collect();
        problems.append(broken(&files, &places, object));
        problems.extend(limits::refusal(&files, &places, object, moves));
        if problems.has_errors() {
            return Err(problems);
        }
        let mut renaming = Renaming::default();
        if object.name() == new {
            return Ok(renaming);
        }
        let moving = match address_of(&object.object) {
            Some(address @ (Address::Resource(..) | Address::Module(_))) if moves => {
                self.moving(&object.directory, address, &address.with_name(new))
            }
            _ => moves::Moving::default(),
        };
        problems.append(self.collisions(&renamed, &moving));
        for other in confusable(&renamed) {
            problems.append(self.collisions(&other, &moves::Moving::default()));
        }
        if problems.has_errors() {
            return Err(problems);
        }
        // The addresses of what moved before stay: the new address follows them in a chain.
        for place in places.iter().filter(|place| place.role != MentionRole::Move) {
            renaming.edit(&place.path, &place.source, place.span, new);
        }
        self.add_moves(moving, object, new, &places, &mut renaming);
        let renaming = renaming.sorted();
        match stands_alone(object)
            .then(|| captured(&renaming, &renamed))
            .flatten()
        {
            Some(problem) => Err([problem].into_iter().collect()),
            None => Ok(renaming),
        }
    }

    /// Reports where the new name is taken.
    fn collisions(&mut self, renamed: &ObjectAt, moving: &moves::Moving) -> Diagnostics {
        let places = self.places(renamed);
        let found = places.iter().find(|place| match place.role {
            MentionRole::Declaration | MentionRole::Value => true,
            MentionRole::Move => !moving.explains(place),
            // It would be one to the renamed object.
            MentionRole::Reference => stands_alone(renamed),
            MentionRole::Whole => false,
        });
        let problem = found.map(|place| {
            let what = described(renamed);
            if place.role == MentionRole::Reference {
                return means_else(renamed.name(), "object", place.span);
            }
            let detail = match place.role {
                MentionRole::Declaration if matches!(renamed.object, Mentioned::Named(_)) => {
                    format!("{what} is already declared here. Choose another name.")
                }
                MentionRole::Declaration => format!("The module already declares {what}. Choose another name."),
                MentionRole::Value => {
                    format!("A value for {what} is set here, which would be that of the renamed one. Remove it first.")
                }
                _ => format!("A block says that {what} moved or was removed. Remove it first, or choose another name."),
            };
            Diagnostic::error(codes::COLLISION, "Name already taken")
                .with_detail(detail)
                .with_subject(place.span)
        });
        problem.into_iter().collect()
    }

    /// Returns notes with the code `hcl2::rename::unseen` about uses of an object that a rename cannot see, and about what is
    /// left to do after it. All modules are read.
    pub fn unseen(&mut self, object: &ObjectAt) -> Diagnostics {
        let mut notes = Diagnostics::new();
        let places = self.places(object);
        let Some(declared) = places.iter().find(|place| place.role == MentionRole::Declaration) else {
            return notes;
        };
        let is_called = places
            .iter()
            .any(|place| place.role == MentionRole::Value && place.path.parent() != Some(&object.directory));
        let note =
            |detail: String| Diagnostic::note(codes::UNSEEN, "Uses that cannot be seen").with_detail(detail);
        let name = object.name();
        if let Mentioned::Named(named) = &object.object {
            let outside = named.used_outside().map(note);
            notes.extend(outside.map(|note| note.with_subject(declared.span)));
        }
        match address_of(&object.object) {
            Some(Address::Variable(_)) if !is_called && !self.is_called(&object.directory) => {
                let detail = format!(
                    "No module here sets the variable. Rename it in environment variables such as `TF_VAR_{name}`, in options \
                     `-var {name}=…` and in modules elsewhere."
                );
                notes.push(note(detail).with_subject(declared.span));
            }
            Some(Address::Output(_)) => {
                let whole = self.whole_uses(&object.directory);
                if whole.is_empty() && !self.is_called(&object.directory) {
                    let detail = format!(
                        "Others may read the output from the state: rename `{name}` where they use `terraform_remote_state` or \
                         `terraform output`."
                    );
                    notes.push(note(detail).with_subject(declared.span));
                }
                for place in whole {
                    let detail =
                        format!("All outputs are passed on here. Look for `{name}` where the value is used.");
                    notes.push(note(detail).with_subject(place));
                }
            }
            Some(Address::Module(_)) => {
                let detail =
                    "The call has another name for `terraform init`, which must run again.".to_owned();
                notes.push(note(detail).with_subject(declared.span));
            }
            _ => {}
        }
        notes
    }

    /// Returns whether some module calls that in a canonical directory.
    fn is_called(&mut self, directory: &Path) -> bool {
        let directories = self.directories();
        directories.keys().any(|caller| {
            let calls = self.calls_in(caller);
            calls
                .values()
                .any(|called| called.directory.as_deref() == Some(directory))
        })
    }

    /// Returns where all outputs of a module are used as one value.
    fn whole_uses(&mut self, directory: &Path) -> Vec<Span> {
        let mut found = Vec::new();
        for caller in self.directories().keys() {
            let calls = self.calls_in(caller);
            if !calls
                .values()
                .any(|called| called.directory.as_deref() == Some(directory))
            {
                continue;
            }
            for path in self.files_in(caller) {
                let Some(file) = self.file(&path) else { continue };
                let whole = file.mentions().all.iter().filter(|mention| {
                    let call = match &mention.object {
                        Mentioned::Object(Address::Module(call)) => calls.get(call),
                        _ => None,
                    };
                    mention.role == MentionRole::Whole
                        && call.is_some_and(|called| called.directory.as_deref() == Some(directory))
                });
                found.extend(whole.map(|mention| mention.span));
            }
        }
        found
    }
}

/// Reports the files with syntax errors, of those that have the name.
fn broken(files: &[Arc<NamedFile>], places: &[NamePlace], object: &ObjectAt) -> Diagnostics {
    let own: BTreeSet<&Path> = places.iter().map(|place| place.path.as_path()).collect();
    let broken = files.iter().filter(|file| {
        file.is_broken() && (own.contains(file.path.as_path()) || file.path.starts_with(&object.directory))
    });
    let problems = broken.map(|file| {
        Diagnostic::error(codes::BROKEN, "Syntax errors in a file with the name")
            .with_detail(format!(
                "The file {} has syntax errors, so not all uses of `{}` in it are known. Fix them first.",
                file.source.name(),
                object.name()
            ))
            .with_subject(file.source.span_of(0, 0))
    });
    problems.collect()
}

/// Reports a name that stands alone and would mean something else after a rename.
fn captured(renaming: &Renaming, renamed: &ObjectAt) -> Option<Diagnostic> {
    renaming.files.values().find_map(|file| {
        let source = Source::new(file.source.name(), file.text()).ok()?;
        let mentions = ModuleFile::parse(&source, ANY).value.mentions().all;
        let mentioned = mentions.iter().filter(|mention| mention.object == renamed.object);
        let mentioned: BTreeSet<u32> = mentioned.map(|mention| mention.span.start).collect();
        let mut shift = 0;
        file.edits.iter().find_map(|(span, text)| {
            let start = i64::from(span.start) + shift;
            shift += text.len() as i64 - i64::from(span.len());
            let is_mentioned = u32::try_from(start).is_ok_and(|start| mentioned.contains(&start));
            (!is_mentioned).then(|| means_else(renamed.name(), "object", *span))
        })
    })
}

/// Reports a place where the new name means something else; `what` is what is renamed, in words.
pub(super) fn means_else(new: &str, what: impl std::fmt::Display, span: Span) -> Diagnostic {
    let detail = format!(
        "`{new}` stands for something else here, or would stand for the renamed {what}. Choose another name."
    );
    Diagnostic::error(codes::CAPTURED, "Name that means something else")
        .with_detail(detail)
        .with_subject(span)
}

/// Returns whether references name an object by its name alone.
fn stands_alone(object: &ObjectAt) -> bool {
    matches!(&object.object, Mentioned::Named(named) if named.stands_alone())
}

/// Returns the objects that a string with the name of an object may mean, too.
fn confusable(object: &ObjectAt) -> impl Iterator<Item = ObjectAt> {
    let others = match &object.object {
        Mentioned::Named(named) => named.confusable(),
        _ => Vec::new(),
    };
    others.into_iter().map(|named| ObjectAt {
        object: Mentioned::Named(named),
        ..object.clone()
    })
}

/// Returns an object with another name.
fn with_name(object: &ObjectAt, name: &str) -> ObjectAt {
    ObjectAt {
        object: match &object.object {
            Mentioned::Object(address) => Mentioned::Object(address.with_name(name)),
            Mentioned::Run(_) => Mentioned::Run(name.into()),
            Mentioned::Named(named) => Mentioned::Named(named.with_name(name)),
        },
        ..object.clone()
    }
}

/// Describes an object for messages.
fn described(object: &ObjectAt) -> String {
    match &object.object {
        Mentioned::Object(address) => format!("`{address}`"),
        Mentioned::Run(name) => format!("a run `{name}`"),
        Mentioned::Named(named) => format!("`{named}`"),
    }
}

/// Reports a name that the object cannot have.
fn invalid_name(object: &ObjectAt, new: &str, places: &[NamePlace]) -> Option<Diagnostic> {
    let is_valid = match &object.object {
        Mentioned::Object(address) => address.accepts(new),
        Mentioned::Run(_) | Mentioned::Named(_) => is_identifier(new),
    };
    if is_valid {
        return None;
    }
    let detail = match is_identifier(new) {
        true => format!("`{new}` is reserved and cannot be the name of a variable. Choose another name."),
        false => format!(
            "Expected an identifier, found {new:?}: a letter or `_`, then letters, digits, `_` and `-`."
        ),
    };
    let problem = Diagnostic::error(codes::INVALID_NAME, "Invalid name").with_detail(detail);
    let declared = places.iter().find(|place| place.role == MentionRole::Declaration);
    Some(match declared {
        Some(place) => problem.with_subject(place.span),
        None => problem,
    })
}
