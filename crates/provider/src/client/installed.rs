//! Providers in the directories that Terraform installs them in.

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::platform::platform;

/// A provider for this platform in `.terraform/providers`, or in an unpacked mirror of the file system.
///
/// # Examples
///
/// ```
/// use std::path::Path;
///
/// use hcl2_provider::client::Installed;
///
/// // A program in another place has no address.
/// assert_eq!(Installed::at(Path::new("target/debug/terraform-provider-text")), None);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Installed {
    /// The address, such as `registry.terraform.io/hashicorp/null`.
    pub address: String,
    /// The version, such as `3.2.4`.
    pub version: String,
    /// The program.
    pub program: PathBuf,
}

impl Installed {
    /// Returns the name of this platform in such directories, such as `linux_amd64`.
    #[must_use]
    pub fn platform() -> String {
        platform()
    }

    /// Returns the provider whose program is at a path; `None` unless the path ends with
    /// `HOST/NAMESPACE/TYPE/VERSION/PLATFORM/PROGRAM`.
    #[must_use]
    pub fn at(program: &Path) -> Option<Self> {
        let absolute = std::path::absolute(program).ok()?;
        let mut names = absolute
            .ancestors()
            .skip(1)
            .map(|path| path.file_name()?.to_str());
        let mut name = || names.next().flatten();
        if name()? != platform() {
            return None;
        }
        let (version, ty, namespace, host) = (name()?, name()?, name()?, name()?);
        Some(Self {
            address: format!("{host}/{namespace}/{ty}"),
            version: version.to_owned(),
            program: program.to_owned(),
        })
    }

    /// Returns the providers in a directory, sorted by their addresses and versions.
    ///
    /// # Errors
    ///
    /// If a directory cannot be read.
    pub fn in_directory(directory: &Path) -> io::Result<Vec<Self>> {
        let mut level = vec![directory.to_owned()];
        for _part in ["host", "namespace", "type", "version"] {
            let mut below = Vec::new();
            for path in level {
                for entry in fs::read_dir(path)? {
                    below.push(entry?.path());
                }
            }
            below.retain(|path| path.is_dir());
            level = below;
        }
        let mut found = Vec::new();
        for version in level {
            let package = version.join(platform());
            if package.is_dir() {
                found.extend(program_in(&package)?.and_then(|program| Self::at(&program)));
            }
        }
        found.sort();
        Ok(found)
    }
}

/// Returns the program of an unpacked provider.
fn program_in(package: &Path) -> io::Result<Option<PathBuf>> {
    let mut programs = Vec::new();
    for entry in fs::read_dir(package)? {
        let entry = entry?;
        let is_program = entry
            .file_name()
            .to_string_lossy()
            .starts_with("terraform-provider-");
        if is_program && entry.path().is_file() {
            programs.push(entry.path());
        }
    }
    Ok(programs.into_iter().min())
}
