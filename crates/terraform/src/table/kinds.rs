//! What a file is, by its name.

use std::path::Path;

use super::features::SYMBOL_LIBRARIES;
use super::files::{LOCK, MOCK, QUERY, TEST};
use super::pack::Pack;
use super::packs::{OWN_PACKS, PACKS, specifications};
use super::policies::{POLICIES, POLICY_TESTS};
use super::settings::COMMAND;
use super::words::{ENDINGS, LOCK_FILE, OVERRIDE, OVERRIDE_END};
use super::{BodyType, Language, MODULE, VARIABLE_DEFINITIONS, Version, Versions};

/// What a file is, by its name.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::{FileKind, Language};
///
/// assert!(FileKind::of("main.tf").unwrap().is_of_module(Language::Terraform));
/// assert_eq!(FileKind::of("prod.tfvars.json"), Some(FileKind::Values));
/// assert_eq!(FileKind::of("build.pkr.hcl"), Some(FileKind::Packer));
/// assert_eq!(FileKind::of("app.hcl"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum FileKind {
    /// A file of a module.
    Module {
        /// The language that alone reads it; `None` for both.
        only: Option<Language>,
        /// Whether its blocks change those of other files.
        is_override: bool,
    },
    /// Values of variables of the module in its directory.
    Values,
    /// Tests of the module in its directory or that around it.
    Tests {
        /// The language that alone reads it; `None` for both.
        only: Option<Language>,
    },
    /// Mocks that tests use.
    Mocks,
    /// Searches for objects of a provider.
    Queries,
    /// The versions and hashes of providers.
    Locks,
    /// Settings of the command. In such files, names may be in quotes.
    Settings {
        /// The language that alone reads it; `None` for both.
        only: Option<Language>,
    },
    /// Policies of any product.
    Policies,
    /// Tests of policies.
    PolicyTests,
    /// The components of a stack.
    Components,
    /// The deployments of a stack.
    Deployments,
    /// Where migrated state comes from.
    Migrations,
    /// A symbol library of OpenTofu.
    Symbols,
    /// A template of Packer.
    Packer,
    /// Values of variables of Packer.
    PackerVariables,
    /// A job, or another specification, of Nomad.
    Nomad,
    /// A stack of Terragrunt.
    TerragruntStack,
    /// A unit of Terragrunt.
    Terragrunt,
    /// A build file of Docker.
    Bake,
}

const OPENTOFU: Option<Language> = Some(Language::OpenTofu);

/// The kinds of files of the products themselves, by the ends of their names.
pub(super) const BY_END: &[(&[&str], FileKind)] = &[
    (&[".tfvars", ".tfvars.json"], FileKind::Values),
    (&[".tftest.hcl", ".tftest.json"], FileKind::Tests { only: None }),
    (
        &[".tofutest.hcl", ".tofutest.json"],
        FileKind::Tests { only: OPENTOFU },
    ),
    (&[".tfmock.hcl", ".tfmock.json"], FileKind::Mocks),
    (&[".tfquery.hcl", ".tfquery.json"], FileKind::Queries),
    (&[".policy.hcl"], FileKind::Policies),
    (&[".policytest.hcl"], FileKind::PolicyTests),
    (&[".tfrc", ".tfrc.json"], FileKind::Settings { only: None }),
];

/// The kinds of files by their whole names.
const BY_NAME: &[(&[&str], FileKind)] = &[
    (&[LOCK_FILE], FileKind::Locks),
    (
        &[".terraformrc", "terraform.rc"],
        FileKind::Settings { only: None },
    ),
    (&[".tofurc", "tofu.rc"], FileKind::Settings { only: OPENTOFU }),
];

impl FileKind {
    /// Returns what a file of a name is; `None` if the name does not show it.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let ending = |(endings, _): &&(&[&str], Self)| endings.iter().any(|ending| name.ends_with(ending));
        let exact = |(names, _): &&(&[&str], Self)| names.contains(&name);
        let mut packs = OWN_PACKS.iter().chain(&PACKS);
        module_file(name)
            .or_else(|| BY_END.iter().find(ending).map(|(_, kind)| *kind))
            .or_else(|| BY_NAME.iter().find(exact).map(|(_, kind)| *kind))
            .or_else(|| packs.find(|pack| pack.has(name)).map(|pack| pack.kind))
    }

    /// Returns what the file at a path is, by its name.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::path::Path;
    ///
    /// use hcl2_terraform::table::FileKind;
    ///
    /// let tests = FileKind::of_path(Path::new("tests/main.tftest.hcl"));
    /// assert_eq!(tests, Some(FileKind::Tests { only: None }));
    /// ```
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        Self::of(path.file_name()?.to_str()?)
    }

    /// Returns the kind of the files in a language of another product: `packer`, `nomad`, `terragrunt` or `bake`, and for
    /// its other files `packer-variables` and `terragrunt-stack`.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::table::FileKind;
    ///
    /// assert_eq!(FileKind::of_language("nomad"), Some(FileKind::Nomad));
    /// assert_eq!(FileKind::of_language("terraform"), None);
    /// ```
    #[must_use]
    pub fn of_language(name: &str) -> Option<Self> {
        let mut all = PACKS.into_iter();
        all.find(|pack| pack.name == name).map(|pack| pack.kind)
    }

    /// Returns the names of the languages of other products.
    pub fn languages() -> impl Iterator<Item = &'static str> {
        PACKS.into_iter().map(|pack| pack.name)
    }

    /// Returns the type of the body of such a file.
    #[must_use]
    pub fn body(self) -> &'static BodyType {
        match self {
            Self::Module { .. } => &MODULE,
            Self::Values => &VARIABLE_DEFINITIONS,
            Self::Tests { .. } => &TEST,
            Self::Mocks => &MOCK,
            Self::Queries => &QUERY,
            Self::Locks => &LOCK,
            Self::Settings { .. } => &COMMAND,
            Self::Policies => &POLICIES,
            Self::PolicyTests => &POLICY_TESTS,
            _ => self.pack().map_or(&MODULE, |pack| pack.body),
        }
    }

    /// Returns the type of the body of a file by the names that it writes: of those that its kind allows, the one that has most
    /// of them, or else that of most such files.
    pub(crate) fn body_by_content<'n>(
        self,
        written: impl Iterator<Item = &'n str> + Clone,
    ) -> &'static BodyType {
        let others: &[&BodyType] = match self {
            Self::Nomad => &[
                &specifications::NODE_POOLS,
                &specifications::VOLUME,
                &specifications::NAMESPACE,
                &specifications::QUOTA,
                &specifications::NOMAD_POLICY,
            ],
            Self::Policies => &[
                &specifications::NOMAD_POLICY,
                &specifications::VAULT_POLICY,
                &specifications::CONSUL_POLICY,
            ],
            _ => &[],
        };
        let known = |body: &BodyType| {
            let is_known = |name: &&str| {
                body.blocks.iter().any(|own| own.name == *name)
                    || body.arguments.iter().any(|own| own.name == *name)
            };
            written.clone().filter(is_known).count()
        };
        let mut best = (self.body(), known(self.body()));
        for other in others {
            let count = known(other);
            if count > best.1 {
                best = (other, count);
            }
        }
        best.0
    }

    /// Returns the rules of the language of such files.
    pub(crate) fn pack(self) -> Option<&'static Pack> {
        let mut all = OWN_PACKS.into_iter().chain(PACKS);
        all.find(|pack| pack.kind == self)
    }

    /// Returns whether it is a file of a module in a language.
    #[must_use]
    pub fn is_of_module(self, language: Language) -> bool {
        matches!(self, Self::Module { only, .. } if only.is_none_or(|only| only == language))
    }

    /// Returns whether it has tests in a language.
    #[must_use]
    pub fn is_of_tests(self, language: Language) -> bool {
        matches!(self, Self::Tests { only } if only.is_none_or(|only| only == language))
    }

    /// Returns whether it declares a part of a stack.
    #[must_use]
    pub fn is_of_stack(self) -> bool {
        matches!(self, Self::Components | Self::Deployments)
    }

    /// Returns whether it is in a language of another product than Terraform and OpenTofu.
    #[must_use]
    pub fn is_foreign(self) -> bool {
        PACKS.iter().any(|pack| pack.kind == self)
    }

    /// Returns whether the files of the kind in a directory belong together, so that each may refer to what others declare.
    /// Those of modules do so as a module.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::table::FileKind;
    ///
    /// assert!(FileKind::Packer.belongs_with_others() && FileKind::Components.belongs_with_others());
    /// assert!(!FileKind::Nomad.belongs_with_others());
    /// ```
    #[must_use]
    pub fn belongs_with_others(self) -> bool {
        self.pack().is_some_and(|pack| pack.is_of_directory)
    }

    /// Returns whether such files name objects of modules, stacks or other languages that a rename finds wherever they are used.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::table::FileKind;
    ///
    /// assert!(FileKind::Values.has_names() && FileKind::Bake.has_names());
    /// assert!(!FileKind::Locks.has_names());
    /// ```
    #[must_use]
    pub fn has_names(self) -> bool {
        match self {
            Self::Module { .. } | Self::Values | Self::Tests { .. } => true,
            _ => self.pack().is_some_and(Pack::has_names),
        }
    }

    /// Returns the kind of the files elsewhere that may declare more in files of this kind.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::table::FileKind;
    ///
    /// assert_eq!(FileKind::Terragrunt.completed_by(), Some(FileKind::TerragruntStack));
    /// assert_eq!(FileKind::Nomad.completed_by(), None);
    /// ```
    #[must_use]
    pub fn completed_by(self) -> Option<Self> {
        let completion = self.pack()?.completed_by?;
        Some(completion.by.kind)
    }

    /// Returns the language of the one product that reads such files; `None` if both do, or another product.
    #[must_use]
    pub fn only(self) -> Option<Language> {
        match self {
            Self::Module { only, .. } | Self::Tests { only } | Self::Settings { only } => only,
            Self::Symbols => OPENTOFU,
            _ => None,
        }
    }

    /// Returns whether a version reads such files, of which those of modules are always taken to be read.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::table::FileKind;
    ///
    /// assert!(FileKind::Queries.is_read_by("terraform@1.14".parse()?));
    /// assert!(!FileKind::Queries.is_read_by("terraform@1.13".parse()?));
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn is_read_by(self, version: Version) -> bool {
        let versions = match self {
            Self::Tests { only: None } => Versions::since_minors(Some(6), Some(0)),
            Self::Tests { only: Some(_) } => Versions::since_minors(None, Some(0)),
            Self::Mocks => Versions::since_minors(Some(7), None),
            Self::Queries => Versions::since_minors(Some(14), None),
            Self::Migrations => Versions::since_minors(Some(16), None),
            Self::Symbols => SYMBOL_LIBRARIES,
            _ => return true,
        };
        versions.has(version)
    }
}

fn module_file(name: &str) -> Option<FileKind> {
    if name.starts_with(['.', '#']) || name.ends_with('~') {
        return None;
    }
    let native = name.strip_suffix(".json").unwrap_or(name);
    let mut endings = ENDINGS.iter();
    let (stem, only) = endings.find_map(|(ending, only)| Some((native.strip_suffix(ending)?, *only)))?;
    let is_override = stem == OVERRIDE || stem.ends_with(OVERRIDE_END);
    (!stem.is_empty()).then_some(FileKind::Module { only, is_override })
}
