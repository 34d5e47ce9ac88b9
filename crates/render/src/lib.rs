//! What files of docker buildx bake, Nomad, Packer and Terragrunt mean, as the JSON of these products.
//!
//! [`render`] evaluates files that are named by their paths and returns what their product would make of them. It reads
//! them from any [`Files`]; the environment is what the [`Options`] hold. Nothing runs, and nothing is
//! written.
//!
//! # Examples
//!
//! ```
//! use std::sync::Arc;
//!
//! use hcl2_project::Memory;
//! use hcl2_render::{Language, Options, render};
//!
//! let files: Memory = [("job.nomad.hcl", "job \"web\" {\n  type = \"batch\"\n}\n")].into_iter().collect();
//! let rendered = render(Arc::new(files), &["job.nomad.hcl".into()], &Options::default());
//! assert_eq!(rendered.language, Some(Language::Nomad));
//! ```

mod bake;
mod functions;
mod inputs;
mod json;
mod language;
mod nomad;
mod options;
mod packer;
mod terragrunt;
mod validation;
mod work;

use std::path::PathBuf;
use std::sync::Arc;

use hcl2_diagnostics::{Diagnostics, SourceMap};
use hcl2_project::Files;

pub use json::Json;
pub use language::Language;
pub use options::Options;
pub use terragrunt::{Unit, unit};

use work::Work;

/// What files mean.
#[derive(Clone, Debug)]
pub struct Rendered {
    /// The language of the files; `None` if their names do not show it.
    pub language: Option<Language>,
    /// What they mean, in the form of their product; `None` if errors leave nothing of it.
    pub json: Option<Json>,
    /// The files that were read.
    pub sources: SourceMap,
    /// What is wrong with them.
    pub diagnostics: Diagnostics,
}

/// Evaluates the files of a product and returns what they mean.
///
/// A path is a file or a directory, which stands for the files in it that the product reads without being told. Without
/// paths, it is the current directory.
///
/// # Examples
///
/// ```
/// use std::sync::Arc;
///
/// use hcl2_project::Memory;
/// use hcl2_render::{Options, render};
///
/// let files: Memory = [("a.txt", "")].into_iter().collect();
/// let rendered = render(Arc::new(files), &["a.txt".into()], &Options::default());
/// assert_eq!(rendered.diagnostics[0].code.id(), "hcl2::render::unknown-language");
/// ```
#[must_use]
pub fn render(files: Arc<dyn Files>, paths: &[PathBuf], options: &Options) -> Rendered {
    let mut work = Work::new(files, options);
    let here = [PathBuf::from(".")];
    let paths = if paths.is_empty() { &here[..] } else { paths };
    let language = work.language(paths, |files| {
        terragrunt::are_above_units(files, paths).then_some(Language::Terragrunt)
    });
    let problems = language.map(|language| options.without_effect(language));
    problems
        .into_iter()
        .flatten()
        .for_each(|problem| work.report(problem));
    let json = language.and_then(|language| match language {
        Language::Bake => bake::render(&mut work, paths),
        Language::Nomad => nomad::render(&mut work, paths),
        Language::Packer => packer::render(&mut work, paths),
        Language::Terragrunt => terragrunt::render(&mut work, paths),
    });
    let (sources, diagnostics) = work.finish();
    Rendered {
        language,
        json: json.filter(|_| !diagnostics.has_errors()),
        sources,
        diagnostics,
    }
}
