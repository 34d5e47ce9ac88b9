//! Renames that would be made by half: of what the state names, and of what is read in other ways than by references.

use std::sync::Arc;

use hcl2_diagnostics::Diagnostic;
use hcl2_diagnostics::codes::rename as codes;
use hcl2_terraform::table::{FileKind, roots};
use hcl2_terraform::{MentionRole, Mentioned, NamedObject};

use super::table::NamedFile;
use super::{NamePlace, ObjectAt};
use crate::files::directory_of;

/// The name under which other units of Terragrunt find the local values of a file that they read or include.
const LOCALS: &str = "locals";

/// Returns why an object cannot be renamed; `moves` is whether its state must stay.
pub(super) fn refusal(
    files: &[Arc<NamedFile>],
    places: &[NamePlace],
    object: &ObjectAt,
    moves: bool,
) -> Option<Diagnostic> {
    let Mentioned::Named(named) = &object.object else {
        return None;
    };
    let declared = places.iter().find(|place| place.role == MentionRole::Declaration);
    let problem = |detail: String| {
        let problem = Diagnostic::error(codes::UNSUPPORTED, "Rename that would be made by half");
        let problem = problem.with_detail(detail);
        match declared {
            Some(place) => problem.with_subject(place.span),
            None => problem,
        }
    };
    if named.is_kept() && moves {
        return Some(problem(format!(
            "The state of the stack names `{named}`, and no block can move it: under another name, everything in it would be \
             created again. To rename it nevertheless, use `hcl2 rename --no-moved`."
        )));
    }
    let confusable = named.confusable();
    let other = files
        .iter()
        .filter(|file| directory_of(&file.path) == object.directory)
        .flat_map(|file| &file.mentions().all)
        .filter(|mention| mention.role == MentionRole::Declaration)
        .find_map(|mention| match &mention.object {
            Mentioned::Named(own) => Some(own).filter(|own| confusable.contains(own)),
            _ => None,
        });
    if let Some(other) = other {
        return Some(problem(format!(
            "`{other}` has the same name, and a string with it may mean either. Rename one of them by hand."
        )));
    }
    let reader = files
        .iter()
        .find(|file| Some(&file.path) != object.file.as_ref() && is_read_by(named, file))?;
    Some(problem(format!(
        "{} has the name, too, and may include or read this file, which a rename cannot follow. Rename it by hand.",
        reader.source.name()
    )))
}

/// Returns whether another file seems to use an object of a single file.
fn is_read_by(named: &NamedObject, file: &NamedFile) -> bool {
    let is_of_terragrunt = |kind| matches!(kind, FileKind::Terragrunt | FileKind::TerragruntStack);
    if !is_of_terragrunt(named.kind) || !is_of_terragrunt(file.kind) {
        return false;
    }
    if *named.root == *roots::LOCAL {
        let path = format!("{LOCALS}.{}", named.name());
        return has_word(file.source.text().unwrap_or_default(), &path);
    }
    // What an included file declares can be used by those that include it.
    let has = |is_declaration: bool| {
        let mut mentions = file.mentions().all.iter();
        mentions.any(|mention| {
            matches!(&mention.object, Mentioned::Named(own) if own.root == named.root && own.labels == named.labels)
                && (mention.role == MentionRole::Declaration) == is_declaration
        })
    };
    has(false) && !has(true)
}

/// Returns whether a source has a name that does not go on.
fn has_word(text: &str, word: &str) -> bool {
    let is_part = |char: char| char.is_alphanumeric() || matches!(char, '_' | '-');
    text.match_indices(word)
        .any(|(at, _)| !text[at + word.len()..].starts_with(is_part))
}
