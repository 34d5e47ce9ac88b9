//! A manifest of packages that refer to each other.

use std::collections::BTreeMap;
use std::str::FromStr;

use hcl2::model::Traversal;
use hcl2::{Decode, Loader};

#[derive(Decode, Debug, PartialEq)]
struct Manifest {
    #[hcl(block, name = "package")]
    packages: BTreeMap<String, Package>,
}

#[derive(Decode, Debug)]
struct Package {
    #[hcl(from_str)]
    version: Version,
    #[hcl(default)]
    needs: Vec<Traversal>,
    license: Option<License>,
    #[hcl(block)]
    source: Source,
    #[hcl(block, name = "script")]
    scripts: BTreeMap<Phase, Script>,
}

/// Compares traversals by their names: their spans differ between the syntaxes.
impl PartialEq for Package {
    fn eq(&self, other: &Self) -> bool {
        self.version == other.version
            && needed(self) == needed(other)
            && self.license == other.license
            && self.source == other.source
            && self.scripts == other.scripts
    }
}

fn needed(package: &Package) -> Vec<String> {
    let names = package.needs.iter().filter_map(Traversal::root_name);
    names.map(ToString::to_string).collect()
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Version(u16, u16, u16);

impl FromStr for Version {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parts: Vec<u16> = text.split('.').filter_map(|part| part.parse().ok()).collect();
        match parts.as_slice() {
            [major, minor, patch] if text.split('.').count() == 3 => Ok(Self(*major, *minor, *patch)),
            _ => Err("a version has three numbers, as in 1.0.2"),
        }
    }
}

#[derive(Decode, Debug, PartialEq)]
enum License {
    #[hcl(name = "MIT")]
    Mit,
    #[hcl(name = "Apache-2.0")]
    Apache,
}

#[derive(Decode, Debug, PartialEq)]
#[hcl(label)]
enum Source {
    Git(Git),
    Archive(Archive),
}

#[derive(Decode, Debug, PartialEq)]
struct Git {
    url: String,
    #[hcl(default = "main")]
    branch: String,
}

#[derive(Decode, Debug, PartialEq)]
struct Archive {
    url: String,
    sha256: String,
}

#[derive(Decode, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Build,
    Check,
}

#[derive(Decode, Debug, PartialEq)]
struct Script {
    run: Vec<String>,
}

#[test]
fn a_manifest_is_decoded() {
    let manifest: Manifest = super::check("package", &Loader::new());
    let parser = &manifest.packages["parser"];
    assert_eq!(parser.version, Version(1, 4, 0));
    assert_eq!(needed(parser), ["lexer", "tables"]);
    assert!(matches!(&parser.source, Source::Git(git) if git.branch == "main"));
    assert_eq!(parser.scripts[&Phase::Build].run, ["make", "all"]);
}
