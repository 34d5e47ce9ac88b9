//! The graph of what in a module refers to what, as DOT and as SVG.

use std::collections::{BTreeSet, HashMap};
use std::fmt::Write;

use super::{Address, Module};

/// Sizes in the drawing, in pixels.
const LINE: usize = 24;
const CHARACTER: usize = 8;
const BETWEEN: usize = 80;
const MARGIN: usize = 20;

/// Objects and references between them by position, each once.
struct Graph {
    names: Vec<String>,
    edges: BTreeSet<(usize, usize)>,
}

impl Graph {
    fn of(module: &Module) -> Self {
        let mut positions: HashMap<&Address, usize> = HashMap::new();
        let mut names = Vec::new();
        for node in &module.nodes {
            positions.entry(&node.address).or_insert_with(|| {
                names.push(node.address.to_string());
                names.len() - 1
            });
        }
        let edges = module
            .nodes
            .iter()
            .flat_map(|node| node.references.iter().map(|(to, _)| (&node.address, to)))
            .filter_map(|(from, to)| Some((*positions.get(from)?, *positions.get(to)?)))
            .filter(|(from, to)| from != to)
            .collect();
        Self { names, edges }
    }

    /// For each object, by how many steps others lie below it; those in a circle as far as it takes to go round once.
    fn layers(&self) -> Vec<usize> {
        let mut layers = vec![0; self.names.len()];
        let mut outgoing: Vec<Vec<usize>> = vec![Vec::new(); self.names.len()];
        for (from, to) in &self.edges {
            outgoing[*from].push(*to);
        }
        let mut done = vec![false; self.names.len()];
        let mut entered = done.clone();
        for start in 0..self.names.len() {
            let mut stack = vec![start];
            while let Some(node) = stack.last().copied() {
                if entered[node] {
                    stack.pop();
                    if !done[node] {
                        done[node] = true;
                        let below = outgoing[node].iter().filter(|to| done[**to] && **to != node);
                        layers[node] = below.map(|to| layers[*to] + 1).max().unwrap_or(0);
                    }
                } else {
                    entered[node] = true;
                    stack.extend(outgoing[node].iter().filter(|to| !entered[**to]));
                }
            }
        }
        layers
    }
}

impl Module {
    /// The graph of references in the DOT language of Graphviz: an arrow from what refers to what it refers to.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let source = SourceMap::new().add("main.tf", "variable \"a\" {}\nlocals {\n  b = var.a\n}\n")?;
    /// let (file, _) = ModuleFile::parse(&source, Language::Terraform);
    /// let (module, _) = Module::of(&[file], Language::Terraform);
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

    /// The graph of references as a drawing in SVG: what refers to others stands left of them.
    #[must_use]
    pub fn to_svg(&self) -> String {
        let graph = Graph::of(self);
        let layers = graph.layers();
        let deepest = layers.iter().copied().max().unwrap_or(0);
        let mut x = MARGIN;
        let mut places = vec![(0, 0, 0); graph.names.len()];
        let mut height = 0;
        for layer in (0..=deepest).rev() {
            let here: Vec<usize> = (0..layers.len()).filter(|node| layers[*node] == layer).collect();
            let characters = here.iter().map(|node| graph.names[*node].chars().count());
            let width = characters.max().unwrap_or(0) * CHARACTER + LINE;
            for (row, node) in here.iter().enumerate() {
                places[*node] = (x, MARGIN + row * 2 * LINE, width);
            }
            height = height.max(here.len() * 2 * LINE);
            x += width + BETWEEN;
        }
        let (width, height) = (x + MARGIN - BETWEEN.min(x), height + MARGIN);
        let mut text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"monospace\" \
             font-size=\"13\">\n"
        );
        for (from, to) in &graph.edges {
            let ((x1, y1, width), (x2, y2, _)) = (places[*from], places[*to]);
            let (x1, y1, y2) = (x1 + width, y1 + LINE / 2, y2 + LINE / 2);
            let _ = writeln!(
                text,
                "<path d=\"M{x1} {y1} C{} {y1} {} {y2} {x2} {y2}\" fill=\"none\" stroke=\"#999\"/>",
                x1 + BETWEEN / 2,
                x2.saturating_sub(BETWEEN / 2)
            );
        }
        for (name, (x, y, width)) in graph.names.iter().zip(&places) {
            let name = name
                .replace('&', "&amp;")
                .replace('<', "&lt;")
                .replace('>', "&gt;");
            let _ = writeln!(
                text,
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{LINE}\" rx=\"4\" fill=\"#eef\" stroke=\"#669\"/><text \
                 x=\"{}\" y=\"{}\">{name}</text>",
                x + LINE / 2,
                y + LINE * 2 / 3
            );
        }
        text.push_str("</svg>\n");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn graph(names: &[&str], edges: &[(usize, usize)]) -> Graph {
        Graph {
            names: names.iter().map(|name| (*name).to_owned()).collect(),
            edges: edges.iter().copied().collect(),
        }
    }

    #[test]
    fn what_refers_to_others_is_above_them() {
        let graph = graph(&["a", "b", "c", "d"], &[(0, 1), (1, 2), (0, 2), (3, 2)]);
        assert_eq!(graph.layers(), [2, 1, 0, 1]);
    }

    #[test]
    fn circles_have_layers_too() {
        assert_eq!(
            graph(&["a", "b", "c"], &[(0, 1), (1, 0), (2, 0)]).layers(),
            [1, 0, 2]
        );
    }
}
