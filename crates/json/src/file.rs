//! A parsed file, shared by every body and expression in it.

use std::sync::{Arc, OnceLock};

use hcl2_diagnostics::Source;

use crate::options::Profile;
use crate::template::Template;
use crate::tree::{Node, NodeId, Tree};

/// A tree, and the templates in its strings that were needed so far.
#[derive(Debug)]
pub(crate) struct File {
    tree: Tree,
    profile: Profile,
    /// One for each string of the tree that may contain a template, made when the first is needed.
    templates: OnceLock<Box<[OnceLock<Template>]>>,
}

impl File {
    pub(crate) fn new(tree: Tree, profile: Profile) -> Arc<Self> {
        Arc::new(Self {
            tree,
            profile,
            templates: OnceLock::new(),
        })
    }

    pub(crate) fn source(&self) -> &Source {
        self.tree.source()
    }

    pub(crate) fn profile(&self) -> Profile {
        self.profile
    }

    pub(crate) fn node(&self, id: NodeId) -> Node<'_> {
        self.tree.node(id)
    }

    /// Returns the template in a string; `None` if the string stands for itself.
    pub(crate) fn template(&self, node: Node<'_>) -> Option<&Template> {
        if !node.may_be_template() {
            return None;
        }
        let slots = || self.tree.templates().iter().map(|_| OnceLock::new()).collect();
        let slot = self
            .templates
            .get_or_init(slots)
            .get(node.template_range().start)?;
        Some(slot.get_or_init(|| Template::parse(self.source(), node)))
    }

    /// Returns the templates in `node`, itself included, in order.
    pub(crate) fn templates_in(&self, node: Node<'_>) -> impl Iterator<Item = &Template> {
        self.tree.templates()[node.template_range()]
            .iter()
            .filter_map(|id| self.template(self.node(*id)))
    }
}
