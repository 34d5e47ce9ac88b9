//! What the body around an offset may contain.

use hcl2_native::tree::{BodyId, File, Item, Node};
use hcl2_terraform::table::{
    BlockType, BodyType, Describes, FileKind, Mode, PROVIDER_BLOCK, Rest, VARIABLE_DEFINITIONS,
};
use hcl2_terraform::{BlockSchema, ModuleCall, settings_of};
use hcl2_wire::schema::Block;

use crate::document::Document;
use crate::workspace::Workspace;

/// What the body around an offset may contain, and which attributes it has.
pub(crate) struct Enclosing<'w> {
    /// The kind of the file.
    kind: FileKind,
    /// The body type of the language.
    pub(crate) body: &'static BodyType,
    /// The schema of the provider.
    pub(crate) schema: Option<&'w Block>,
    /// The module call that the body belongs to.
    pub(crate) call: Option<&'w ModuleCall>,
    /// Whether the innermost block is one of variables.
    is_map: bool,
    /// The names of the attributes that are set, but not of one whose name is at the offset.
    pub(crate) present: Vec<String>,
}

/// Describes the innermost body around an offset; `None` if neither the language nor a schema knows it.
pub(crate) fn body_at<'w>(
    workspace: &'w Workspace,
    document: &Document,
    offset: u32,
) -> Option<Enclosing<'w>> {
    let kind = FileKind::of_path(document.path())?;
    let tree = document.tree()?;
    let mut enclosing = Enclosing {
        kind,
        body: kind.body(),
        schema: None,
        call: None,
        is_map: false,
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
                let provider = attribute(tree, block.body, "provider");
                enclosing.enter(
                    (workspace, document),
                    tree.str(block.block_type),
                    &labels,
                    provider,
                )?;
            }
            Node::Body(body) => bodies.push(body),
            _ => {}
        }
    }
    let innermost = tree.body(*bodies.last()?);
    let attributes = tree.items(innermost.items).iter().filter_map(|item| match item {
        Item::Attribute(id) => {
            let name = tree.attribute(*id).name;
            let is_here = name.start <= offset && offset <= name.end;
            (!is_here).then(|| tree.str(name).to_owned())
        }
        _ => None,
    });
    enclosing.present = attributes.collect();
    Some(enclosing)
}

impl<'w> Enclosing<'w> {
    /// Returns whether the body sets the variables of the module: that of a file of values, or of a block in a test.
    pub(crate) fn sets_variables(&self) -> bool {
        let is_of_tests = matches!(self.kind, FileKind::Tests { .. });
        std::ptr::eq(self.body, &VARIABLE_DEFINITIONS)
            || is_of_tests && self.is_map && self.body.rest == Rest::Arguments(Mode::Expression)
    }

    /// Descends into a block; `None` if it is unknown.
    fn enter(
        &mut self,
        (workspace, document): (&'w Workspace, &Document),
        block_type: &str,
        labels: &[&str],
        provider: Option<&str>,
    ) -> Option<()> {
        let label = labels.first().copied().unwrap_or_default();
        let schemas = workspace.schemas_of(document);
        let module = workspace.module_of(document);
        self.call = module
            .filter(|_| block_type == "module")
            .and_then(|module| module.calls.iter().find(|call| call.name.as_str() == label));
        self.is_map = block_type == "variables";
        match self.body.block(block_type, workspace.language_of(document)) {
            Some(BlockType { body, schema, .. }) => {
                self.body = body;
                self.schema = match schema {
                    Describes::Nothing if matches!(self.kind, FileKind::Module { .. }) => {
                        settings_of(block_type, labels.first().copied())
                    }
                    Describes::Nothing => None,
                    Describes::Labelled => self.schema?.blocks.get(label).map(|nested| &nested.block),
                    Describes::Enclosing => self.schema,
                    what => schemas
                        .and_then(|schemas| schemas.schema(module, *what, provider, label))
                        .map(BlockSchema::block),
                };
            }
            None if matches!(self.body.rest, Rest::Provider(_)) => {
                self.schema = self
                    .schema
                    .and_then(|schema| schema.blocks.get(block_type))
                    .map(|nested| &nested.block);
                self.body = &PROVIDER_BLOCK;
            }
            None => return None,
        }
        Some(())
    }
}

/// Returns the source text of an attribute of a body.
fn attribute<'t>(tree: &'t File, body: BodyId, name: &str) -> Option<&'t str> {
    tree.items(tree.body(body).items).iter().find_map(|item| {
        let Item::Attribute(id) = item else { return None };
        let attribute = tree.attribute(*id);
        (tree.str(attribute.name) == name).then(|| tree.str(tree.expr_range(attribute.value)))
    })
}
