//! What a place in a document is about, and where that is declared and used.

use hcl2::diagnostics::{Source, SourceMap, Span};
use hcl2::model::Name;
use hcl2::native::tree::{Expr, File, Node, Step};
use hcl2::terraform::table::{
    BlockType, BodyType, Describes, PROVIDER_BLOCK, Rest, body_of_file, is_module_file,
};
use hcl2::terraform::{Address, BlockSchema, Module, ModuleCall};
use lsp_types::Location;

use super::document::{Document, uri_of};
use super::position::Encoding;
use super::project::{Project, VARIABLES};

/// What a place is about.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Target {
    /// Something with an address, where it is declared or used.
    Object(Address),
    /// An output of a module that is called.
    Output {
        /// The name of the call.
        call: Name,
        /// The name of the output.
        output: Name,
    },
    /// A function that is called.
    Function(String),
    /// The argument of a block.
    Argument(String),
    /// The type of a block.
    BlockType(String),
}

/// What a place is about, and the span that says so.
pub(super) fn target(project: &Project, document: &Document, offset: u32) -> Option<(Target, Span)> {
    let covers = |span: Span| span.start <= offset && offset <= span.end;
    let nodes = document.tree().map(|tree| (tree, tree.nodes_at(offset)));
    if let Some((tree, nodes)) = &nodes
        && let Some(found) = called_function(tree, nodes, &covers)
    {
        return Some(found);
    }
    let checked = project.checked_source(document);
    if let (Some(module), Some(checked)) = (project.module_of(document), checked) {
        let is_here = |span: Span| span.source == checked.id() && covers(span);
        let references = module.nodes.iter().flat_map(|node| &node.references);
        if let Some((address, span)) = references.clone().find(|(_, span)| is_here(*span)) {
            let output = match (&nodes, address) {
                (Some((tree, nodes)), Address::Module(call)) => output_of(tree, nodes, call, &covers),
                _ => None,
            };
            return Some(output.unwrap_or_else(|| (Target::Object(address.clone()), *span)));
        }
        if let Some(node) = module.nodes.iter().find(|node| is_here(node.span)) {
            return Some((Target::Object(node.address.clone()), node.span));
        }
    }
    let (tree, nodes) = nodes?;
    nodes.iter().rev().find_map(|node| match *node {
        Node::Attribute(id) => {
            let name = tree.span(tree.attribute(id).name);
            let target = || Target::Argument(tree.str(tree.attribute(id).name).to_owned());
            covers(name).then(|| (target(), name))
        }
        Node::Block(id) => {
            let block_type = tree.span(tree.block(id).block_type);
            let target = || Target::BlockType(tree.str(tree.block(id).block_type).to_owned());
            covers(block_type).then(|| (target(), block_type))
        }
        _ => None,
    })
}

fn called_function(tree: &File, nodes: &[Node], covers: &dyn Fn(Span) -> bool) -> Option<(Target, Span)> {
    let call = nodes.iter().rev().find_map(|node| match node {
        Node::Expr(id) => match tree.expr(*id) {
            Expr::Call(call) => Some(tree.call(call)),
            _ => None,
        },
        _ => None,
    })?;
    let span = tree.span(call.name_range);
    covers(span).then(|| (Target::Function(tree.text(call.name).to_owned()), span))
}

/// The output that is selected from a call, where the place is at its name.
fn output_of(
    tree: &File,
    nodes: &[Node],
    call: &Name,
    covers: &dyn Fn(Span) -> bool,
) -> Option<(Target, Span)> {
    let steps = nodes.iter().rev().find_map(|node| match node {
        Node::Expr(id) => match tree.expr(*id) {
            Expr::Traversal { steps, .. } => Some(tree.steps(steps)),
            _ => None,
        },
        _ => None,
    })?;
    let mut names = steps.iter().skip(1).filter_map(|step| match step {
        Step::Attribute { name, .. } => Some(name),
        _ => None,
    });
    let name = names.next()?;
    let target = || Target::Output {
        call: call.clone(),
        output: Name::from(tree.str(name)),
    };
    covers(tree.span(name)).then(|| (target(), tree.span(name)))
}

/// What may stand in the body around a place.
pub(super) struct Holds<'p> {
    /// What the language itself has there.
    pub(super) body: &'static BodyType,
    /// What the provider has there.
    pub(super) schema: Option<&'p BlockSchema>,
    /// The call of a module that the body is that of.
    pub(super) call: Option<&'p ModuleCall>,
    /// The attributes that are there already.
    pub(super) present: Vec<String>,
}

/// What may stand in the body around a place; `None` where nothing says so.
pub(super) fn body_at<'p>(project: &'p Project, document: &Document, offset: u32) -> Option<Holds<'p>> {
    let name = document.path().file_name()?.to_str()?;
    if !is_module_file(name, project.language) && !name.ends_with(VARIABLES) {
        return None;
    }
    let tree = document.tree()?;
    let mut holds = Holds {
        body: body_of_file(name),
        schema: None,
        call: None,
        present: Vec::new(),
    };
    let nodes = tree.nodes_at(offset);
    let mut bodies = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        match *node {
            Node::Block(id) if matches!(nodes.get(index + 1), Some(Node::Body(_))) => {
                let block = tree.block(id);
                let labels: Vec<&str> = tree
                    .labels(block.labels)
                    .iter()
                    .map(|label| tree.text(label.text))
                    .collect();
                holds.enter(
                    project,
                    tree.str(block.block_type),
                    &labels,
                    project.module_of(document),
                )?;
            }
            Node::Body(body) => bodies.push(body),
            _ => {}
        }
    }
    let innermost = tree.body(*bodies.last()?);
    let attributes = tree.items(innermost.items).iter().filter_map(|item| match item {
        hcl2::native::tree::Item::Attribute(id) => Some(tree.str(tree.attribute(*id).name).to_owned()),
        _ => None,
    });
    holds.present = attributes.collect();
    Some(holds)
}

impl<'p> Holds<'p> {
    /// Goes on into a block.
    fn enter(
        &mut self,
        project: &'p Project,
        block_type: &str,
        labels: &[&str],
        module: Option<&'p Module>,
    ) -> Option<()> {
        let label = labels.first().copied().unwrap_or_default();
        let schemas = project.schemas.as_ref();
        self.call = module
            .filter(|_| block_type == "module")
            .and_then(|module| module.calls.iter().find(|call| call.name.as_str() == label));
        match self.body.block(block_type, project.language) {
            Some(BlockType { body, schema, .. }) => {
                self.body = body;
                self.schema = match schema {
                    Describes::Nothing => None,
                    Describes::Provider => schemas.and_then(|schemas| schemas.provider(label)),
                    Describes::Resource => schemas.and_then(|schemas| schemas.resource(label)),
                    Describes::Data => schemas.and_then(|schemas| schemas.data(label)),
                    Describes::Ephemeral => schemas.and_then(|schemas| schemas.ephemeral(label)),
                    Describes::Labelled => self.schema?.block(label).map(|(_, nested)| nested),
                    Describes::Enclosing => self.schema,
                };
            }
            None if matches!(self.body.rest, Rest::Provider(_)) => {
                self.schema = self
                    .schema
                    .and_then(|schema| schema.block(block_type))
                    .map(|(_, nested)| nested);
                self.body = &PROVIDER_BLOCK;
            }
            None => return None,
        }
        Some(())
    }
}

/// Where a target is declared.
pub(super) fn declaration(
    project: &Project,
    document: &Document,
    offset: u32,
    encoding: Encoding,
) -> Option<Location> {
    let module = project.module_of(document)?;
    match target(project, document, offset)?.0 {
        Target::Object(address) => {
            let node = module.nodes.iter().find(|node| node.address == address)?;
            location(&project.checked.sources, node.span, encoding)
        }
        Target::Output { call, output } => {
            let call = module.calls.iter().find(|other| other.name == call)?;
            let (called, sources) = project.called(document, call)?;
            let output = called.module.outputs.iter().find(|other| other.name == output)?;
            location(&sources, output.span, encoding)
        }
        Target::Argument(name) => {
            let call = body_at(project, document, offset)?.call?;
            let (called, sources) = project.called(document, call)?;
            let variables = &called.module.variables;
            if name == "source" {
                let first = sources.get(called.module.nodes.first()?.span.source)?;
                return location(&sources, first.span_of(0, 0), encoding);
            }
            let variable = variables.iter().find(|variable| variable.name.as_str() == name)?;
            location(&sources, variable.span, encoding)
        }
        Target::Function(_) | Target::BlockType(_) => None,
    }
}

/// Where an object is used, and where it is declared if that is asked for.
pub(super) fn uses(
    project: &Project,
    document: &Document,
    offset: u32,
    with_declaration: bool,
    encoding: Encoding,
) -> Vec<Location> {
    let found = target(project, document, offset);
    let (Some((Target::Object(address), _)), Some(module)) = (found, project.module_of(document)) else {
        return Vec::new();
    };
    let declared = module
        .nodes
        .iter()
        .filter(|node| with_declaration && node.address == address);
    let used = module.nodes.iter().flat_map(|node| &node.references);
    let used = used.filter(|(other, _)| *other == address).map(|(_, span)| *span);
    let mut spans: Vec<Span> = declared.map(|node| node.span).chain(used).collect();
    spans.sort_by_key(|span| (span.source, span.start));
    spans.dedup();
    spans
        .into_iter()
        .filter_map(|span| location(&project.checked.sources, span, encoding))
        .collect()
}

fn location(sources: &SourceMap, span: Span, encoding: Encoding) -> Option<Location> {
    let source: &Source = sources.get(span.source)?;
    Some(Location::new(
        uri_of(source.name().as_ref())?,
        encoding.range(source, span),
    ))
}
