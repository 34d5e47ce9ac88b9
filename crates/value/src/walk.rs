//! Visiting and rebuilding values part by part, without recursion.

use std::sync::Arc;

use crate::value::{Repr, retype_placeholder};
use crate::{PathStep, Value};

impl Value {
    /// Rebuilds the value from its parts up: `change` sees each part after the parts below it were changed,
    /// with the path to it, and gives what takes its place. A change must keep the type of elements of lists,
    /// sets and maps.
    pub(crate) fn transform_known(&self, change: &mut dyn FnMut(&[PathStep], &Self) -> Self) -> Self {
        enum Step<'a> {
            Enter(&'a Value, Option<PathStep>),
            Leave(&'a Value),
        }
        let mut steps = vec![Step::Enter(self, None)];
        let mut path: Vec<PathStep> = Vec::new();
        let mut done: Vec<Self> = Vec::new();
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(value, into) => {
                    path.extend(into);
                    steps.push(Step::Leave(value));
                    let bare = value.bare();
                    if let Some(elements) = bare.elements() {
                        let is_set = bare.ty().is_set();
                        steps.extend(elements.iter().enumerate().rev().map(|(index, element)| {
                            let key = if is_set {
                                element.clone()
                            } else {
                                Self::from(index)
                            };
                            Step::Enter(element, Some(PathStep::Index(key)))
                        }));
                    } else if let Some(fields) = bare.fields() {
                        let is_map = bare.ty().is_map();
                        steps.extend(fields.iter().rev().map(|(key, element)| {
                            let step = if is_map {
                                PathStep::Index(Self::from(key.clone()))
                            } else {
                                PathStep::Attribute(key.clone())
                            };
                            Step::Enter(element, Some(step))
                        }));
                    }
                }
                Step::Leave(value) => {
                    let bare = value.bare();
                    let count = bare.element_count().unwrap_or(0);
                    let items = done.split_off(done.len() - count);
                    let rebuilt = bare.with_items(items).with_marks(&value.marks());
                    done.push(change(&path, &rebuilt));
                    path.pop();
                }
            }
        }
        done.pop().unwrap_or(Self::DYNAMIC)
    }

    /// A value of the same kind with other parts; a value without parts as it is.
    fn with_items(&self, items: Vec<Self>) -> Self {
        match &self.0 {
            Repr::Tuple(_) => Self::tuple(items),
            Repr::Object(node) => Self::object_of_sorted(Arc::clone(&node.0.keys), items),
            Repr::List(_) => Self::list_of(self.ty().clone(), self.fitted(items)),
            Repr::Set(_) => Self::set_of(self.ty().clone(), self.fitted(items)),
            Repr::Map(node) => Self::map_of(self.ty().clone(), Arc::clone(&node.0.keys), self.fitted(items)),
            _ => self.clone(),
        }
    }

    fn fitted(&self, items: Vec<Self>) -> Vec<Self> {
        match self.ty().element_type() {
            Some(element) => items
                .into_iter()
                .map(|item| retype_placeholder(item, element))
                .collect(),
            None => items,
        }
    }
}
