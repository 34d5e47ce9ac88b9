//! The graph of references between the objects of a module, as DOT.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use super::Module;
use crate::address::Address;

/// Objects and the references between them by position, without duplicates.
struct Graph {
    names: Vec<String>,
    edges: BTreeSet<(usize, usize)>,
}

impl Graph {
    fn of(module: &Module) -> Self {
        let mut positions: HashMap<&Address, usize> = HashMap::new();
        let mut names = Vec::new();
        for node in module.nodes() {
            positions.entry(&node.address).or_insert_with(|| {
                names.push(node.address.to_string());
                names.len() - 1
            });
        }
        let edges = module
            .nodes()
            .iter()
            .flat_map(|node| node.references.iter().map(|(to, _)| (&node.address, to)))
            .filter_map(|(from, to)| Some((*positions.get(from)?, *positions.get(to)?)))
            .filter(|(from, to)| from != to)
            .collect();
        Self { names, edges }
    }
}

impl Module {
    /// Returns the graph of references in the DOT language of Graphviz, with an arrow from each object to those it
    /// refers to.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let source = SourceMap::new().add("main.tf", "variable \"a\" {}\nlocals {\n  b = var.a\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// let expected = "digraph {\n  rankdir = LR;\n  node [shape = box];\n  \"var.a\";\n  \"local.b\";\n  \"local.b\" -> \
    ///                 \"var.a\";\n}\n";
    /// assert_eq!(module.to_dot(), expected);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn to_dot(&self) -> String {
        let graph = Graph::of(self);
        let mut text = String::from("digraph {\n  rankdir = LR;\n  node [shape = box];\n");
        let escaped = |name: &str| name.replace('\\', "\\\\").replace('"', "\\\"");
        // Writing to a string cannot fail.
        for name in &graph.names {
            let _ = writeln!(text, "  \"{}\";", escaped(name));
        }
        for (from, to) in &graph.edges {
            let (from, to) = (escaped(&graph.names[*from]), escaped(&graph.names[*to]));
            let _ = writeln!(text, "  \"{from}\" -> \"{to}\";");
        }
        text.push_str("}\n");
        text
    }
}
