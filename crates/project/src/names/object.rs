//! The object that an address or an offset stands for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use hcl2_diagnostics::codes::rename as codes;
use hcl2_diagnostics::{Diagnostic, Span, nearest_name};
use hcl2_model::{Name, TraversalStep};
use hcl2_terraform::table::{FileKind, roots};
use hcl2_terraform::{Address, MentionRole, Mentioned, ResourceKind, parse_reference};

use super::{Names, ObjectAt};
use crate::facts::ANY;
use crate::store::is_of_module;

/// The block types that may stand for the roots of references.
const BLOCK_TYPES: [(&str, &str); 2] = [("variable", roots::VARIABLE), ("locals", roots::LOCAL)];

/// The root of addresses of configurations of providers.
const PROVIDER: &str = "provider";

impl Names {
    /// Returns the object whose name is at an offset of a file, and the range of the name.
    pub fn at(&mut self, path: &Path, offset: u32) -> Option<(ObjectAt, Span)> {
        let path = self.files.canonical(path).ok()?;
        let file = self.file(&path)?;
        let covers = |span: Span| span.start <= offset && offset <= span.end;
        let mut mentions = file.mentions().all.iter();
        let mention = mentions.find(|mention| covers(mention.span))?;
        let (is_run, is_of_file) = match &mention.object {
            Mentioned::Object(_) => (false, false),
            Mentioned::Run(_) => (true, true),
            Mentioned::Named(named) => (false, named.is_of_file()),
        };
        let directory = match is_run {
            true => self.home_of(&file),
            false => self.module_of(mention, &file)?,
        };
        let object = ObjectAt {
            directory,
            file: is_of_file.then(|| path.clone()),
            object: mention.object.clone(),
        };
        Some((object, mention.span))
    }

    /// Returns the object with an address in the module in a directory, or in a module that it calls.
    ///
    /// # Errors
    ///
    /// A diagnostic with the code `hcl2::rename::not-found`.
    pub fn object(&mut self, directory: &Path, address: &str) -> Result<ObjectAt, Box<Diagnostic>> {
        let missing = |detail: String| {
            let problem = Diagnostic::error(codes::NOT_FOUND, "Unknown address");
            Box::new(problem.with_detail(detail))
        };
        let Ok(mut module) = self.files.canonical(directory) else {
            return Err(missing(format!(
                "The directory {} does not exist.",
                directory.display()
            )));
        };
        let Some(steps) = names_of(address) else {
            return Err(missing(format!(
                "Expected the address of an object, such as `var.NAME`, `TYPE.NAME` or `module.NAME`, found `{address}`."
            )));
        };
        let mut rest: &[Name] = &steps;
        while let [root, call, inner @ ..] = rest
            && *root == *roots::MODULE
            && !inner.is_empty()
        {
            let called = self.calls_in(&module).get(call).cloned();
            let called = called.and_then(|called| called.directory);
            module = called.ok_or_else(|| {
                let caller = self.shown(&module);
                missing(format!(
                    "The module in {caller} calls no module `{call}` in a local directory."
                ))
            })?;
            rest = inner;
        }
        let is_inner = rest.len() < steps.len();
        let declared = self.declared(&module);
        let candidates = candidates(rest, is_inner);
        for candidate in &candidates {
            if declared.contains(candidate) {
                return Ok(ObjectAt {
                    directory: module,
                    file: None,
                    object: Mentioned::Object(candidate.clone()),
                });
            }
        }
        if let [root, name] = rest
            && *root == *roots::RUN
        {
            return self.run(&module, name).map_err(missing);
        }
        if let Some(found) = self.named(&module, rest).map_err(missing)? {
            return Ok(found);
        }
        let detail = format!("The module in {} declares no `{address}`.", self.shown(&module));
        let near = candidates.first().and_then(|wanted| {
            let alike = declared
                .iter()
                .filter(|own| own.with_name("") == wanted.with_name(""));
            nearest_name(wanted.name()?, alike.filter_map(Address::name)).map(|near| wanted.with_name(near))
        });
        Err(missing(match near {
            Some(near) => format!("{detail} Did you mean `{near}`?"),
            None => detail,
        }))
    }

    /// Returns the object without an address of a module that names stand for, in the files of a directory.
    fn named(&mut self, directory: &Path, names: &[Name]) -> Result<Option<ObjectAt>, String> {
        let address = names.iter().map(Name::as_str).collect::<Vec<_>>().join(".");
        let mut found: Vec<(ObjectAt, PathBuf)> = Vec::new();
        for path in self.files_in(directory) {
            let Some(file) = self.file(&path) else { continue };
            for mention in &file.mentions().all {
                let Mentioned::Named(named) = &mention.object else {
                    continue;
                };
                if mention.role != MentionRole::Declaration || named.to_string() != address {
                    continue;
                }
                let object = ObjectAt {
                    directory: directory.to_owned(),
                    file: named.is_of_file().then(|| path.clone()),
                    object: mention.object.clone(),
                };
                if found.iter().all(|(other, _)| *other != object) {
                    found.push((object, path.clone()));
                }
            }
        }
        match found.as_slice() {
            [(_, first), (_, second), ..] => Err(format!(
                "Several files declare `{address}`, such as {} and {}. Name the file and the place instead, as in \
                 `{}:LINE:COLUMN`.",
                first.display(),
                second.display(),
                first.display()
            )),
            _ => Ok(found.pop().map(|(object, _)| object)),
        }
    }

    /// Returns the run of a name in the files of tests of a module.
    fn run(&mut self, directory: &Path, name: &Name) -> Result<ObjectAt, String> {
        let tests: Vec<PathBuf> = [directory.to_owned(), directory.join("tests")]
            .iter()
            .flat_map(|directory| self.files_in(directory))
            .filter(|path| matches!(FileKind::of_path(path), Some(FileKind::Tests { .. })))
            .collect();
        let object = Mentioned::Run(name.clone());
        let mut found = Vec::new();
        for path in tests {
            let Some(file) = self.file(&path) else { continue };
            let mut mentions = file.mentions().all.iter();
            if mentions.any(|mention| mention.role == MentionRole::Declaration && mention.object == object) {
                found.push(path);
            }
        }
        match found.as_slice() {
            [file] => Ok(ObjectAt {
                directory: directory.to_owned(),
                file: Some(file.clone()),
                object,
            }),
            [] => Err(format!(
                "No test of the module in {} has a run `{name}`.",
                directory.display()
            )),
            [first, second, ..] => Err(format!(
                "Several tests have a run `{name}`, such as {} and {}. Name its file and place instead, as in `{}:LINE:COLUMN`.",
                first.display(),
                second.display(),
                first.display()
            )),
        }
    }

    /// Returns what the module in a canonical directory declares.
    pub fn declared(&mut self, directory: &Path) -> BTreeSet<Address> {
        let mut declared = BTreeSet::new();
        for path in self
            .files_in(directory)
            .into_iter()
            .filter(|path| is_of_module(path, ANY))
        {
            let Some(file) = self.file(&path) else { continue };
            let own = file.mentions().all.iter();
            let own =
                own.filter(|mention| mention.role == MentionRole::Declaration && mention.calls.is_empty());
            declared.extend(own.filter_map(|mention| super::address_of(&mention.object).cloned()));
        }
        declared
    }
}

/// Returns the names in an address, without the keys of instances.
fn names_of(address: &str) -> Option<Vec<Name>> {
    let reference = parse_reference(address.trim())?;
    let steps = reference.steps().iter();
    let names: Vec<Name> = steps
        .filter_map(|step| match step {
            TraversalStep::Root { name, .. } | TraversalStep::Attribute { name, .. } => Some(name.clone()),
            _ => None,
        })
        .collect();
    Some(names)
}

/// Returns what names may stand for, the likeliest first.
fn candidates(names: &[Name], is_inner: bool) -> Vec<Address> {
    let root = |root: &Name| {
        let known = BLOCK_TYPES.iter().find(|(block, _)| *root == **block);
        known.map_or_else(|| root.clone(), |(_, root)| Name::from(*root))
    };
    let resource = |kind, ty: &Name, name: &Name| vec![Address::Resource(kind, ty.clone(), name.clone())];
    match names {
        [name] if is_inner => vec![Address::Output(name.clone())],
        [first, name] => match root(first).as_str() {
            roots::VARIABLE => vec![Address::Variable(name.clone())],
            roots::LOCAL => vec![Address::Local(name.clone())],
            roots::OUTPUT => vec![Address::Output(name.clone())],
            roots::MODULE => vec![Address::Module(name.clone())],
            roots::CHECK => vec![Address::Check(name.clone())],
            _ => {
                let alias = Address::Provider(first.clone(), Some(name.clone()));
                let mut all = resource(ResourceKind::Managed, first, name);
                all.push(alias);
                all
            }
        },
        [first, ty, name] => match first.as_str() {
            roots::DATA => resource(ResourceKind::Data, ty, name),
            roots::EPHEMERAL => resource(ResourceKind::Ephemeral, ty, name),
            roots::RESOURCE => resource(ResourceKind::Managed, ty, name),
            PROVIDER => vec![Address::Provider(ty.clone(), Some(name.clone()))],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}
