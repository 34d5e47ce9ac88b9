//! Visiting and rebuilding values part by part, without recursion.

use std::convert::Infallible;
use std::ops::ControlFlow;
use std::sync::Arc;

use super::{InconsistentTypes, Path, PathStep, Repr, Value, retype_placeholder};
use crate::Type;
use crate::shared::{Key, Memo, Visited};

/// Number of parts that are visited at each of their places. After that, a shared part is visited once.
const SPELLED_OUT: usize = 1 << 16;

/// The continuation of a walk after a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Visit {
    /// Visit the parts of the value.
    Into,
    /// Skip the parts of the value.
    Past,
}

/// Walks and transformations.
impl Value {
    /// Visits the value and then its parts, from the outside in and in iteration order, with the path to each. A
    /// marked value is visited with its marks, before its parts.
    ///
    /// The path to an element of a set is the element itself. No depth of nesting can overflow the stack.
    ///
    /// A part that is used in several places is visited at each of them, until 65,536 parts have been visited. From
    /// then on it is visited once, since it may have been used very often: forty levels of `[x, x]` use `x` a trillion
    /// times.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use hcl2_value::{Value, Visit};
    ///
    /// let value = Value::object([("ports", Value::tuple([Value::from(80), Value::from("http")]))]);
    /// let found = value.walk(|path, part| match part.as_str() {
    ///     Some(_) => ControlFlow::Break(path.to_string()),
    ///     None => ControlFlow::Continue(Visit::Into),
    /// });
    /// assert_eq!(found, ControlFlow::Break(".ports[1]".to_owned()));
    /// ```
    pub fn walk<B>(&self, mut visit: impl FnMut(&Path, &Self) -> ControlFlow<B, Visit>) -> ControlFlow<B> {
        enum Step<'a> {
            Enter(&'a Value, Option<PathStep>),
            Leave,
        }
        let mut steps = vec![Step::Enter(self, None)];
        let mut path = Path::new();
        let mut visited = Visited::after(SPELLED_OUT);
        while let Some(step) = steps.pop() {
            let Step::Enter(value, into) = step else {
                path.pop();
                continue;
            };
            if let Some(into) = into {
                path.push(into);
                steps.push(Step::Leave);
            }
            if visit(&path, value)? == Visit::Into && value.is_first(&mut visited) {
                let parts = value.parts_with_steps();
                steps.extend(parts.map(|(step, part)| Step::Enter(part, Some(step))).rev());
            }
        }
        ControlFlow::Continue(())
    }

    /// Rebuilds the value from the inside out. `change` receives each part with its path, after the parts below it
    /// have been changed, and returns its replacement.
    ///
    /// All elements of a list, set or map may change to values of another type. No depth of nesting can overflow the
    /// stack. A part that is used in several places is changed at each of them, until 65,536 parts have been changed.
    /// From then on it is changed once.
    ///
    /// # Errors
    ///
    /// The errors of `change`, and [`InconsistentTypes`] if the new elements of a list, set or map are not of one
    /// type.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{InconsistentTypes, Value};
    ///
    /// let ports = Value::from(vec![80, 443]);
    /// let strings = ports.transform(|_, part| match part.as_number() {
    ///     Some(number) => Ok::<_, InconsistentTypes>(Value::from(number.to_string())),
    ///     None => Ok(part),
    /// });
    /// assert_eq!(strings, Ok(Value::from(vec!["80", "443"])));
    /// ```
    pub fn transform<E: From<InconsistentTypes>>(
        &self,
        change: impl FnMut(&Path, Self) -> Result<Self, E>,
    ) -> Result<Self, E> {
        let kept = |_: &Self| false;
        self.rebuild(SPELLED_OUT, kept, change, |value, items| {
            Ok(value.with_new_items(items)?)
        })
    }

    /// Replaces every unknown part by a null of its type, for example for readers that do not know unknown values.
    /// Marks stay.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Type, Value};
    ///
    /// let planned = Value::object([("id", Value::unknown(Type::STRING)), ("port", Value::from(80))]);
    /// let shown = Value::object([("id", Value::null(Type::STRING)), ("port", Value::from(80))]);
    /// assert_eq!(planned.unknown_as_null(), shown);
    /// ```
    #[must_use]
    pub fn unknown_as_null(&self) -> Self {
        self.transform_known(|_, part| {
            let (bare, marks) = part.unmark();
            if bare.is_known() {
                part
            } else {
                Self::null(bare.ty().clone()).with_marks(&marks)
            }
        })
    }

    /// Works as [`transform`](Self::transform) for changes that keep the types of elements of lists, sets and maps.
    pub(crate) fn transform_known(&self, mut change: impl FnMut(&Path, Self) -> Self) -> Self {
        let rebuilt = self.rebuild(
            SPELLED_OUT,
            |_| false,
            |path, value| Ok::<_, Infallible>(change(path, value)),
            |value, items| Ok(value.with_items(items)),
        );
        match rebuilt {
            Ok(value) => value,
        }
    }

    /// Changes the marked parts from the inside out. If `once`, parts that are used in several places are changed once.
    pub(super) fn transform_marked(&self, once: bool, mut change: impl FnMut(&Path, Self) -> Self) -> Self {
        let rebuilt = self.rebuild(
            if once { 0 } else { SPELLED_OUT },
            |part| !part.contains_marked(),
            |path, value| Ok::<_, Infallible>(change(path, value)),
            |value, items| Ok(value.with_items(items)),
        );
        match rebuilt {
            Ok(value) => value,
        }
    }

    /// Rebuilds the value. A shared part is changed once after `free` parts have been visited. Parts for which `is_kept`
    /// returns `true` stay as they are.
    fn rebuild<E>(
        &self,
        free: usize,
        is_kept: impl Fn(&Self) -> bool,
        mut change: impl FnMut(&Path, Self) -> Result<Self, E>,
        with_items: impl Fn(&Self, Vec<Self>) -> Result<Self, E>,
    ) -> Result<Self, E> {
        enum Step<'a> {
            Enter(&'a Value, Option<PathStep>),
            Leave(&'a Value, Option<Key>),
        }
        let mut steps = vec![Step::Enter(self, None)];
        let mut path = Path::new();
        let mut done: Vec<Self> = Vec::new();
        let mut memo = Memo::after(free);
        while let Some(step) = steps.pop() {
            match step {
                Step::Enter(value, _) if is_kept(value) => done.push(value.clone()),
                Step::Enter(value, into) => {
                    let key = memo.key(value.width(), || value.shared_key());
                    if let Some(known) = memo.get(key.as_ref()) {
                        done.push(known);
                        continue;
                    }
                    if let Some(into) = into {
                        path.push(into);
                    }
                    steps.push(Step::Leave(value, key));
                    let parts = value.parts_with_steps();
                    steps.extend(parts.map(|(step, part)| Step::Enter(part, Some(step))).rev());
                }
                Step::Leave(value, key) => {
                    let bare = value.bare();
                    let rebuilt = match bare.element_count() {
                        Some(count) => {
                            let items = done.split_off(done.len() - count);
                            with_items(bare, items)?.with_marks(&value.marks())
                        }
                        None => value.clone(),
                    };
                    let changed = change(&path, rebuilt)?;
                    memo.keep(key, &changed);
                    done.push(changed);
                    path.pop();
                }
            }
        }
        Ok(done.pop().unwrap_or(Self::DYNAMIC))
    }

    /// Returns the parts of a compound value, marked or not, in iteration order, each with the step to it.
    fn parts_with_steps(&self) -> impl DoubleEndedIterator<Item = (PathStep, &Self)> {
        let node = self.bare().node();
        let kind = self.bare().shape();
        let parts = node
            .into_iter()
            .flat_map(|node| node.in_order().iter().enumerate());
        parts.map(move |(index, part)| {
            let key = node.and_then(|node| node.0.keys.get(index));
            let step = match (kind, key) {
                (Shape::Object, Some(name)) => PathStep::Attribute(name.clone()),
                (_, Some(key)) => PathStep::Index(Self::from(key.clone())),
                (Shape::Set, None) => PathStep::Index(part.clone()),
                (_, None) => PathStep::Index(Self::from(index)),
            };
            (step, part)
        })
    }

    fn shape(&self) -> Shape {
        match &self.0 {
            Repr::Object(_) => Shape::Object,
            Repr::Set(_) => Shape::Set,
            _ => Shape::Other,
        }
    }

    /// Returns a value of the same kind with other parts, which determine the element type.
    fn with_new_items(&self, items: Vec<Self>) -> Result<Self, InconsistentTypes> {
        // The type stays shared if it is still right. Otherwise each level would compare all levels below it.
        if let Some(element) = self.ty().element_type()
            && items.iter().all(|item| item.is_surely_of(element))
        {
            return Ok(self.with_items(items));
        }
        let element = match self.ty().element_type() {
            Some(element) if items.is_empty() => element.clone(),
            _ => Type::DYNAMIC,
        };
        match &self.0 {
            Repr::List(_) => Self::list(element, items),
            Repr::Set(_) => Self::set(element, items),
            Repr::Map(node) => Self::map(element, node.0.keys.iter().cloned().zip(items)),
            _ => Ok(self.with_items(items)),
        }
    }

    /// Returns a value of the same kind with other parts of the same types. A value without parts stays as it is.
    pub(crate) fn with_items(&self, items: Vec<Self>) -> Self {
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

/// The kinds of values that differ in the steps to their parts.
#[derive(Clone, Copy)]
enum Shape {
    Object,
    Set,
    Other,
}
