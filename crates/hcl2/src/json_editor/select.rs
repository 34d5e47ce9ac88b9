//! Selecting parts of a file in JSON syntax by their address.

use std::collections::HashSet;

use hcl2_diagnostics::{Outcome, Source};
use hcl2_json::{Node, NodeId, NodeKind, parse_expression};
use hcl2_model::EvalContext;
use hcl2_native::edit::{Address, AddressStep, Condition, IntoAddress};
use hcl2_value::Value;

use super::blocks::{bodies, is_blocks};
use super::{JsonEditor, JsonSelection, part};

/// The levels of labels below which a condition looks for what it is about.
const MAX_LABELS: usize = 3;

impl JsonEditor {
    /// Returns the parts that an address selects, in source order.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::edit::JsonEditor;
    ///
    /// let editor = JsonEditor::parse(r#"{"server": [{"a": {"port": 80}}, {"b": {"port": 81}}]}"#)?;
    /// let ports = editor.select(&"server.*.port".parse()?);
    /// assert!(ports.is_empty(), "`*` is an element of an array");
    /// let ports = editor.select(&"server.b.port".parse()?);
    /// assert_eq!(ports[0].address.to_string(), "server[1].b.port");
    /// assert_eq!(editor.tree().node(ports[0].node).source_text(), "81");
    /// # Ok::<(), hcl2::edit::EditError>(())
    /// ```
    #[must_use]
    pub fn select(&self, address: &Address) -> Vec<JsonSelection> {
        let mut places = vec![JsonSelection {
            node: NodeId::ROOT,
            name: None,
            address: Address::ROOT,
            within: None,
            through: None,
        }];
        for step in address.steps() {
            places = self.step(places, step);
        }
        places.sort_by_key(|place| place.node);
        places.dedup_by_key(|place| place.node);
        places
    }

    /// Returns the source of the first value that an address selects; `None` if it selects nothing.
    ///
    /// # Examples
    ///
    /// ```
    /// let editor = hcl2::edit::JsonEditor::parse(r#"{"server": {"port": 80}}"#)?;
    /// assert_eq!(editor.get("server.port"), Some("80"));
    /// # Ok::<(), hcl2::edit::EditError>(())
    /// ```
    pub fn get(&self, address: impl IntoAddress) -> Option<&str> {
        let found = self.select(&address.into_address().ok()?);
        Some(self.tree.node(found.first()?.node).source_text())
    }

    /// Evaluates a value of this file.
    ///
    /// Its diagnostics are about the whole value. Returns `None` for what is no value.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2::model::EvalContext;
    /// use hcl2::{edit::JsonEditor, value::Value};
    ///
    /// let editor = JsonEditor::parse(r#"{"a": "${1 + 2}"}"#)?;
    /// let a = editor.select(&"a".parse()?).remove(0);
    /// assert_eq!(editor.evaluate(a.node, &EvalContext::new()).unwrap().value, Value::from(3));
    /// # Ok::<(), hcl2::edit::EditError>(())
    /// ```
    #[must_use]
    pub fn evaluate(&self, node: NodeId, context: &EvalContext<'_>) -> Option<Outcome<Value>> {
        let source = Source::new("value", self.tree.node(node).source_text()).ok()?;
        let expression = parse_expression(&source).into_result().ok()?;
        let span = self.tree.node(node).span();
        let Outcome { value, diagnostics } = expression.evaluate(Some(context));
        Some(Outcome::new(
            value,
            diagnostics.map(|problem| problem.with_subject(span)),
        ))
    }

    fn step(&self, places: Vec<JsonSelection>, step: &AddressStep) -> Vec<JsonSelection> {
        let mut found = Vec::new();
        match step {
            AddressStep::AnyDepth => {
                let mut seen = HashSet::new();
                for place in places {
                    self.descend(place, &mut seen, &mut found);
                }
            }
            AddressStep::Where(condition) => found = self.meeting(places, condition),
            AddressStep::Index(position) => self.at_position(&places, *position, &mut found),
            step => {
                for place in &places {
                    self.step_into(place, step, &mut found);
                }
            }
        }
        found
    }

    /// Adds a place and everything in it. What was `seen` in another place is added once.
    fn descend(&self, place: JsonSelection, seen: &mut HashSet<NodeId>, found: &mut Vec<JsonSelection>) {
        let mut rest = vec![place];
        while let Some(place) = rest.pop() {
            if !seen.insert(place.node) {
                continue;
            }
            self.step_into(&place, &AddressStep::Any, &mut rest);
            found.push(place);
        }
    }

    /// Adds what is at a position. Blocks that names lead to through an array are counted together.
    fn at_position(&self, places: &[JsonSelection], position: usize, found: &mut Vec<JsonSelection>) {
        let mut counted: Option<(NodeId, usize)> = None;
        for place in places {
            let node = self.node(place);
            let Some(array) = place.through.filter(|_| is_blocks(node)) else {
                self.step_into(place, &AddressStep::Index(position), found);
                continue;
            };
            let before = counted.map_or(0, |(same, count)| if same == array { count } else { 0 });
            let count = bodies(node).len();
            if (before..before + count).contains(&position) {
                self.step_into(place, &AddressStep::Index(position - before), found);
            }
            counted = Some((array, before + count));
        }
    }

    fn step_into(&self, place: &JsonSelection, step: &AddressStep, found: &mut Vec<JsonSelection>) {
        let node = self.node(place);
        match (node.kind(), step) {
            (NodeKind::Object, AddressStep::Index(0)) => found.push(JsonSelection {
                through: None,
                ..place.clone()
            }),
            (NodeKind::Object, _) => properties(node, (&place.address, place.through), step, found),
            (NodeKind::Array, AddressStep::Index(_) | AddressStep::Any) => {
                for (position, element) in node.elements().enumerate() {
                    if matches!(step, AddressStep::Index(wanted) if *wanted != position) {
                        continue;
                    }
                    found.push(JsonSelection {
                        node: element.id(),
                        name: None,
                        address: part(&place.address, None, position),
                        within: Some((node.id(), position)),
                        through: None,
                    });
                }
            }
            (NodeKind::Array, _) => {
                let through = place.through.or(Some(node.id()));
                let is_only = node.elements().nth(1).is_none();
                for (position, element) in node.elements().enumerate() {
                    let of_element = if is_only {
                        place.address.clone()
                    } else {
                        part(&place.address, None, position)
                    };
                    properties(element, (&of_element, through), step, found);
                }
            }
            _ => {}
        }
    }

    /// Returns the places that meet a condition, or what is below as many labels as it takes for one of them to have the part.
    fn meeting(&self, places: Vec<JsonSelection>, condition: &Condition) -> Vec<JsonSelection> {
        let parts = |place: &JsonSelection| {
            let steps = condition.address().steps().iter();
            steps.fold(vec![place.clone()], |parts, step| self.step(parts, step))
        };
        // A label is a name, also in the objects of an array.
        let any_name = AddressStep::Pattern("*".to_owned());
        let mut level = places.clone();
        for _ in 0..MAX_LABELS {
            if level.iter().any(|place| !parts(place).is_empty()) {
                break;
            }
            level = self.step(level, &any_name);
        }
        if level.iter().all(|place| parts(place).is_empty()) {
            level = places;
        }
        let meets = |place: &JsonSelection| match condition.compared() {
            None => !parts(place).is_empty(),
            Some((is_equal, value)) => {
                parts(place).iter().any(|part| self.equals(part.node, value)) == is_equal
            }
        };
        level.retain(meets);
        level
    }

    /// Returns whether a node has the value of a constant expression, or is written as the expression.
    fn equals(&self, node: NodeId, expression: &str) -> bool {
        let wanted = crate::eval(expression).ok();
        let found = self
            .evaluate(node, &EvalContext::new())
            .and_then(|found| found.into_result().ok());
        match (found, wanted) {
            (Some(found), Some(wanted)) => found == wanted,
            (None, None) => {
                let text = self.tree.node(node).text().unwrap_or_default();
                let inner = text.strip_prefix("${").and_then(|text| text.strip_suffix('}'));
                inner.is_some_and(|inner| inner.trim() == expression)
            }
            _ => false,
        }
    }
}

/// Adds the properties of an object that a step fits. The object has an address, and the array that names lead through to it.
fn properties(
    object: Node<'_>,
    (address, through): (&Address, Option<NodeId>),
    step: &AddressStep,
    found: &mut Vec<JsonSelection>,
) {
    for (position, property) in object.properties().enumerate() {
        let name = property.name.text().unwrap_or_default();
        if step.fits(&name) {
            found.push(JsonSelection {
                node: property.value.id(),
                name: Some(property.name.id()),
                address: part(address, Some(&name), position),
                within: Some((object.id(), position)),
                through: through.filter(|_| matches!(step, AddressStep::Name(_))),
            });
        }
    }
}
