//! Definitions and references.

use std::collections::HashMap;
use std::path::{Path, PathBuf};

use hcl2_diagnostics::{Source, SourceMap, Span};
use hcl2_project::NamePlace;
use hcl2_terraform::{Address, MentionRole, Module};

use crate::body::body_at;
use crate::document::Document;
use crate::target::{Target, target};
use crate::workspace::Workspace;

/// A range of a file.
#[derive(Clone, Debug)]
pub struct Location {
    /// The file; the name of the source is its path.
    pub source: Source,
    /// The range.
    pub span: Span,
}

impl Location {
    /// Returns the path of the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        Path::new(self.source.name())
    }

    /// Returns the start of the first file of a module.
    fn start_of(module: &Module, sources: &SourceMap) -> Option<Self> {
        let first = sources.get(module.nodes().first()?.span.source)?;
        Self::new(sources, first.span_of(0, 0))
    }

    fn new(sources: &SourceMap, span: Span) -> Option<Self> {
        Some(Self {
            source: sources.get(span.source)?.clone(),
            span,
        })
    }
}

impl Workspace {
    /// Returns the declaration of the variable, local value, output, resource or module at an offset. The name of an
    /// argument of a module call leads to the variable of the called module, its `source` to the module's first file.
    #[must_use]
    pub fn definition(&self, path: &Path, offset: u32) -> Option<Location> {
        let document = self.document(path)?;
        self.definition_in_module(document, offset)
            .or_else(|| self.declaration_of_name(document, offset))
    }

    /// Returns the declaration of what a file beside a module names, such as one of values or tests.
    fn declaration_of_name(&self, document: &Document, offset: u32) -> Option<Location> {
        let mut names = self.names_around(document)?;
        let (object, _) = names.at(document.path(), offset)?;
        let place = names.declaration(&object)?;
        let path = self.document_paths().of(place.path).display().to_string();
        let source = Source::new(path, place.source.bytes()).ok()?;
        let span = source.span_of(place.span.start, place.span.end);
        Some(Location { source, span })
    }

    fn definition_in_module(&self, document: &Document, offset: u32) -> Option<Location> {
        let module = self.module_of(document)?;
        match target(self, document, offset)?.0 {
            Target::Object(address) => Location::new(self.sources(), module.declared_at(&address)?),
            Target::Output { call, output } => {
                let call = module.calls.named(&call)?;
                let (called, sources) = self.called(document, call)?;
                let output = called.module.outputs.named(&output)?;
                Location::new(&sources, output.span)
            }
            Target::Argument(name) => {
                let call = body_at(self, document, offset)?.call?;
                let (called, sources) = self.called(document, call)?;
                let variables = &called.module.variables;
                if name == "source" {
                    return Location::start_of(&called.module, &sources);
                }
                let variable = variables.iter().find(|variable| variable.name.as_str() == name)?;
                Location::new(&sources, variable.span)
            }
            Target::Function(_) | Target::BlockType(_) => None,
        }
    }

    /// Returns what the object at an offset is an example of: the first file of a called module, or where the provider of a
    /// resource is required; the declaration of anything else.
    #[must_use]
    pub fn type_definition(&self, path: &Path, offset: u32) -> Option<Location> {
        let document = self.document(path)?;
        let module = self.module_of(document)?;
        match target(self, document, offset)?.0 {
            Target::Object(Address::Module(name)) | Target::Output { call: name, .. } => {
                let (called, sources) = self.called(document, module.calls.named(&name)?)?;
                Location::start_of(&called.module, &sources)
            }
            Target::Object(Address::Resource(_, ty, _)) => {
                let local = ty.split_once('_').map_or(ty.as_str(), |(local, _)| local);
                Location::new(self.sources(), module.requirements.named(local)?.span)
            }
            _ => self.definition(path, offset),
        }
    }

    /// Returns every use of the object at an offset, in all files of its module and of those around it, and its declaration
    /// if `with_declaration`; sorted by file and offset.
    #[must_use]
    pub fn references(&self, path: &Path, offset: u32, with_declaration: bool) -> Vec<Location> {
        let Some(document) = self.document(path) else {
            return Vec::new();
        };
        let places = self.names_around(document).and_then(|mut names| {
            let object = self.object_at(&mut names, document, offset)?;
            Some(names.places(&object))
        });
        self.uses(document, offset, with_declaration, places.unwrap_or_default())
    }

    /// Returns the uses of the object at an offset in the module of the document, and at places that name it.
    fn uses(
        &self,
        document: &Document,
        offset: u32,
        with_declaration: bool,
        places: Vec<NamePlace>,
    ) -> Vec<Location> {
        let mut locations = self.uses_in_module(document, offset, with_declaration);
        let is_declared = !locations.is_empty();
        let known = Covered::of(&locations);
        let paths = self.document_paths();
        // Places come file by file.
        for places in places.chunk_by(|one, other| one.path == other.path) {
            let path = paths.of(places[0].path.clone());
            let mut named: Option<Source> = None;
            for place in places {
                let is_declaration = place.role == MentionRole::Declaration;
                if known.contains(&path, place.span) || is_declaration && (!with_declaration || is_declared) {
                    continue;
                }
                if named.is_none() {
                    named = Source::new(path.display().to_string(), place.source.bytes()).ok();
                }
                locations.extend(named.clone().map(|source| Location {
                    span: source.span_of(place.span.start, place.span.end),
                    source,
                }));
            }
        }
        locations.sort_by(|one, other| (one.path(), one.span.start).cmp(&(other.path(), other.span.start)));
        locations
    }

    /// Returns the uses of the object at an offset in the module of the document.
    fn uses_in_module(&self, document: &Document, offset: u32, with_declaration: bool) -> Vec<Location> {
        let found = target(self, document, offset);
        let (Some((Target::Object(address), _)), Some(module)) = (found, self.module_of(document)) else {
            return Vec::new();
        };
        let declared = module
            .nodes()
            .iter()
            .filter(|node| with_declaration && node.address == address);
        let used = module.nodes().iter().flat_map(|node| &node.references);
        let used = used.filter(|(other, _)| *other == address).map(|(_, span)| *span);
        let mut spans: Vec<Span> = declared.map(|node| node.span).chain(used).collect();
        spans.sort_by_key(|span| (span.source, span.start));
        spans.dedup();
        spans
            .into_iter()
            .filter_map(|span| Location::new(self.sources(), span))
            .collect()
    }

    /// Returns the ranges of a document that declare or use the object at an offset.
    #[must_use]
    pub fn highlights(&self, path: &Path, offset: u32) -> Vec<Span> {
        let Some(document) = self.document(path) else {
            return Vec::new();
        };
        let mut names = self.names_in_files();
        let object = self.object_at(&mut names, document, offset);
        let places = object.map(|object| names.places_in(path, &object));
        let uses = self.uses(document, offset, true, places.unwrap_or_default());
        let here = uses.into_iter().filter(|location| location.path() == path);
        here.map(|location| location.span).collect()
    }
}

/// The ranges of locations, to look up which of them cover another one.
struct Covered(HashMap<PathBuf, Vec<(u32, u32)>>);

impl Covered {
    fn of(locations: &[Location]) -> Self {
        let mut ranges: HashMap<PathBuf, Vec<(u32, u32)>> = HashMap::new();
        for location in locations {
            let own = ranges.entry(location.path().to_owned()).or_default();
            own.push((location.span.start, location.span.end));
        }
        for own in ranges.values_mut() {
            own.sort_unstable();
            let mut end = 0;
            for range in own {
                // The largest end of this range and those before it.
                end = end.max(range.1);
                range.1 = end;
            }
        }
        Self(ranges)
    }

    /// Returns whether a range of the file at a path is within one of the ranges.
    fn contains(&self, path: &Path, span: Span) -> bool {
        self.0.get(path).is_some_and(|ranges| {
            let before = ranges.partition_point(|(start, _)| *start <= span.start);
            before > 0 && ranges[before - 1].1 >= span.end
        })
    }
}
