//! Definitions and references.

use std::path::Path;

use hcl2_diagnostics::{Source, SourceMap, Span};
use hcl2_project::Names;
use hcl2_terraform::{Address, MentionRole};

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
        let places = names.places(&object).into_iter();
        let mut declared = places.filter(|place| place.role == MentionRole::Declaration);
        let place = declared.next()?;
        let path = self.path_of(place.path).display().to_string();
        let source = Source::new(path, place.source.bytes()).ok()?;
        let span = source.span_of(place.span.start, place.span.end);
        Some(Location { source, span })
    }

    fn definition_in_module(&self, document: &Document, offset: u32) -> Option<Location> {
        let module = self.module_of(document)?;
        match target(self, document, offset)?.0 {
            Target::Object(address) => {
                let node = module.nodes().iter().find(|node| node.address == address)?;
                Location::new(self.sources(), node.span)
            }
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
                    let first = sources.get(called.module.nodes().first()?.span.source)?;
                    return Location::new(&sources, first.span_of(0, 0));
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
                let first = sources.get(called.module.nodes().first()?.span.source)?;
                Location::new(&sources, first.span_of(0, 0))
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
        let names = self.names_around(document);
        self.uses(document, offset, with_declaration, names)
    }

    /// Returns the uses of the object at an offset in the modules of `names`.
    fn uses(
        &self,
        document: &Document,
        offset: u32,
        with_declaration: bool,
        names: Option<Names>,
    ) -> Vec<Location> {
        let mut locations = self.uses_in_module(document, offset, with_declaration);
        let places = names.and_then(|mut names| {
            let object = self.object_at(&mut names, document, offset)?;
            Some(names.places(&object))
        });
        let is_declared = !locations.is_empty();
        for place in places.unwrap_or_default() {
            let path = self.path_of(place.path);
            let is_known = locations.iter().any(|location| {
                let span = location.span;
                location.path() == path && span.start <= place.span.start && place.span.end <= span.end
            });
            let is_declaration = place.role == MentionRole::Declaration;
            if is_known || is_declaration && (!with_declaration || is_declared) {
                continue;
            }
            let named = Source::new(path.display().to_string(), place.source.bytes());
            locations.extend(named.ok().map(|source| Location {
                span: source.span_of(place.span.start, place.span.end),
                source,
            }));
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
        let uses = self.uses(document, offset, true, self.names_beside(document));
        let here = uses.into_iter().filter(|location| location.path() == path);
        here.map(|location| location.span).collect()
    }
}
