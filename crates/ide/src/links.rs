//! What a document refers to outside of itself: modules, files and the pages of providers.

use std::path::{Path, PathBuf};

use hcl2_diagnostics::Span;
use hcl2_native::tree::{Expr, ExprId, File, Item, Node, Part};
use hcl2_project::Files;
use hcl2_terraform::{Module, ResourceKind};

use crate::document::Document;
use crate::workspace::Workspace;

/// The registry of providers and modules whose pages are linked.
const REGISTRY: &str = "https://registry.terraform.io";

/// The functions whose first argument is the path of a file.
pub(crate) const OF_FILES: &[&str] = &[
    "file",
    "filebase64",
    "filebase64sha256",
    "filebase64sha512",
    "fileexists",
    "filemd5",
    "filesha1",
    "filesha256",
    "filesha512",
    "templatefile",
];

/// A range of a document that leads elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The range.
    pub span: Span,
    /// Where it leads.
    pub target: LinkTarget,
}

/// Where a [`Link`] leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LinkTarget {
    /// To a file.
    File(PathBuf),
    /// To a page of the web.
    Page(String),
}

impl Workspace {
    /// Returns the links of a document: the sources of modules, the files that functions read, and the pages of the types of
    /// resources.
    #[must_use]
    pub fn links(&self, path: &Path) -> Vec<Link> {
        let Some(document) = self.document(path) else {
            return Vec::new();
        };
        let Some(tree) = document.tree() else {
            return Vec::new();
        };
        let module = self.module_of(document);
        let mut links = Vec::new();
        for node in tree.nodes_in(tree.root_node()) {
            let found = match node {
                Node::Block(id) => {
                    let block = tree.block(id);
                    match (tree.str(block.block_type), tree.labels(block.labels)) {
                        ("module", [_]) => self.source_link(document, tree, node),
                        (kind @ ("resource" | "data" | "ephemeral"), [ty, _]) => module
                            .and_then(|module| page_of(module, kind, tree.text(ty.text)))
                            .map(|page| (tree.span(ty.range), LinkTarget::Page(page))),
                        _ => None,
                    }
                }
                Node::Expr(id) => match tree.expr(id) {
                    Expr::Call(call) => {
                        let call = tree.call(call);
                        let argument = tree.exprs(call.arguments).first();
                        let argument = argument.filter(|_| OF_FILES.contains(&tree.text(call.name)));
                        argument.and_then(|argument| self.file_link(document, tree, *argument))
                    }
                    _ => None,
                },
                _ => None,
            };
            links.extend(found.map(|(span, target)| Link { span, target }));
        }
        links
    }

    /// Returns where the `source` of a module call leads.
    fn source_link(&self, document: &Document, tree: &File, block: Node) -> Option<(Span, LinkTarget)> {
        let Node::Block(id) = block else { return None };
        let items = tree.items(tree.body(tree.block(id).body).items).iter();
        let value = items.filter_map(|item| match item {
            Item::Attribute(id) => Some(tree.attribute(*id)),
            _ => None,
        });
        let value = value
            .filter(|attribute| tree.str(attribute.name) == "source")
            .map(|own| own.value)
            .next()?;
        let Expr::String { text } = tree.expr(value) else {
            return None;
        };
        let source = tree.text(text);
        let target = if source.starts_with("./") || source.starts_with("../") {
            LinkTarget::File(self.first_file(&document.path().parent()?.join(source))?)
        } else {
            LinkTarget::Page(page_of_module(source)?)
        };
        Some((tree.expr_span(value), target))
    }

    /// Returns the file of a directory that a reader of its module looks at first.
    pub(crate) fn first_file(&self, directory: &Path) -> Option<PathBuf> {
        let directory = self.overlay().canonical(directory).ok()?;
        let mut files = self.overlay().list(&directory).ok()?;
        files.retain(|path| {
            path.to_str()
                .is_some_and(|path| path.ends_with(".tf") || path.ends_with(".tofu"))
        });
        files.sort();
        let main = files
            .iter()
            .find(|path| path.file_stem().is_some_and(|stem| stem == "main"));
        main.or(files.first()).cloned()
    }

    /// Returns the file that a path in an argument names, if it exists.
    fn file_link(&self, document: &Document, tree: &File, path: ExprId) -> Option<(Span, LinkTarget)> {
        let span = tree.expr_span(path);
        let path = match tree.expr(path) {
            Expr::String { text } => tree.text(text).to_owned(),
            Expr::Template { parts } => match tree.parts(parts) {
                [Part::Interpolation { expr, .. }, Part::Literal { text, .. }] => {
                    let is_own = ["path.module", "path.root"].contains(&tree.str(tree.expr_range(*expr)));
                    tree.text(*text).strip_prefix('/').filter(|_| is_own)?.to_owned()
                }
                _ => return None,
            },
            _ => return None,
        };
        let path = self
            .overlay()
            .canonical(&document.path().parent()?.join(path))
            .ok()?;
        self.overlay()
            .is_file(&path)
            .then_some((span, LinkTarget::File(path)))
    }
}

/// Returns the page of a type of resources in the registry.
pub(crate) fn page_of(module: &Module, kind: &str, ty: &str) -> Option<String> {
    let folder = match kind {
        kind if kind == ResourceKind::Managed.block_type() => "resources",
        kind if kind == ResourceKind::Data.block_type() => "data-sources",
        _ => "ephemeral-resources",
    };
    let (local, rest) = ty.split_once('_')?;
    let requirement = module.requirements.named(local);
    let source = requirement.and_then(|requirement| requirement.source.as_deref());
    let source = source.unwrap_or(local);
    let parts: Vec<&str> = source.split('/').collect();
    let (namespace, name) = match parts[..] {
        [name] => ("hashicorp", name),
        [namespace, name] | ["registry.terraform.io", namespace, name] => (namespace, name),
        _ => return None,
    };
    (name != "terraform")
        .then(|| format!("{REGISTRY}/providers/{namespace}/{name}/latest/docs/{folder}/{rest}"))
}

/// Returns the page of a module that is not in a local directory.
fn page_of_module(source: &str) -> Option<String> {
    let source = source.strip_prefix("git::").unwrap_or(source);
    let (address, _) = source.split_once('?').unwrap_or((source, ""));
    if address.starts_with("https://") || address.starts_with("http://") {
        // A double slash after the host starts a directory of the repository.
        let scheme = address.find("://")? + 3;
        let end = address[scheme..]
            .find("//")
            .map_or(address.len(), |at| scheme + at);
        return Some(address[..end].to_owned());
    }
    let (package, _) = address.split_once("//").unwrap_or((address, ""));
    let is_name = |part: &&str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    let parts: Vec<&str> = package.split('/').collect();
    match parts[..] {
        [host @ ("github.com" | "bitbucket.org"), owner, name] => {
            Some(format!("https://{host}/{owner}/{name}"))
        }
        [namespace, name, provider] if [namespace, name, provider].iter().all(is_name) => {
            Some(format!("{REGISTRY}/modules/{namespace}/{name}/{provider}"))
        }
        _ => None,
    }
}
