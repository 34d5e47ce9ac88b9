//! Types that differ from others in some parts, and the match of a type with a specification.

use super::{Node, Repr, Type};
use crate::shared::{Memo, Visited, address, is_shared};

impl Type {
    /// Returns the same type with every attribute required, at every level.
    #[must_use]
    pub fn without_optional_attributes(&self) -> Self {
        if !self.has_optional_attributes() {
            return self.clone();
        }
        self.map_parts(&|ty| !ty.has_optional_attributes(), &|_| None)
    }

    /// Returns the same type with each dynamic pseudo-type in it replaced by `replacement`.
    #[must_use]
    pub fn with_dynamic_replaced(&self, replacement: &Self) -> Self {
        self.map_parts(&|ty| !ty.has_dynamic(), &|ty| {
            ty.is_dynamic().then(|| replacement.clone())
        })
    }

    /// Rebuilds the type from its leaves up, with all attributes required, without recursion. Parts for which `keep`
    /// returns `true` stay as they are. `leaf` returns the replacement of a leaf. Shared parts stay shared.
    fn map_parts(&self, keep: &dyn Fn(&Self) -> bool, leaf: &dyn Fn(&Self) -> Option<Self>) -> Self {
        enum Step<'a> {
            Visit(&'a Type),
            Build(&'a Type, &'a Node, Option<usize>),
        }
        let mut steps = vec![Step::Visit(self)];
        let mut done: Vec<Self> = Vec::new();
        let mut rebuilt = Memo::default();
        while let Some(step) = steps.pop() {
            match step {
                Step::Visit(ty) => match ty.node() {
                    Some(node) if !keep(ty) => {
                        let key = rebuilt.key(node.0.types.len(), || {
                            is_shared(&node.0).then(|| address(&node.0))
                        });
                        match rebuilt.get(key.as_ref()) {
                            Some(ty) => done.push(ty),
                            None => {
                                steps.push(Step::Build(ty, node, key));
                                steps.extend(node.0.types.iter().rev().map(Step::Visit));
                            }
                        }
                    }
                    _ => done.push(leaf(ty).unwrap_or_else(|| ty.clone())),
                },
                Step::Build(ty, node, key) => {
                    let types = done.split_off(done.len() - node.0.types.len());
                    let built = ty.with_parts(types);
                    rebuilt.keep(key, &built);
                    done.push(built);
                }
            }
        }
        done.pop().unwrap_or(Self::DYNAMIC)
    }

    /// Returns a type of the same kind and names with other parts, all attributes required.
    fn with_parts(&self, mut types: Vec<Self>) -> Self {
        let mut only = |make: fn(Self) -> Self| make(types.pop().unwrap_or(Self::DYNAMIC));
        match &self.0 {
            Repr::List(_) => only(Self::list),
            Repr::Set(_) => only(Self::set),
            Repr::Map(_) => only(Self::map),
            Repr::Tuple(_) => Self::tuple(types),
            Repr::Object(node) => Self::object_of_sorted(node.0.names.clone(), types),
            Repr::Dynamic | Repr::Bool | Repr::Number | Repr::String | Repr::Capsule(_) => self.clone(),
        }
    }

    /// Returns whether the type, as an actual type, matches `specification`: they are identical, except where the
    /// specification has the dynamic pseudo-type.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::Type;
    ///
    /// let any_list = Type::list(Type::DYNAMIC);
    /// assert!(Type::list(Type::STRING).matches(&any_list));
    /// assert!(!Type::set(Type::STRING).matches(&any_list));
    /// ```
    #[must_use]
    pub fn matches(&self, specification: &Self) -> bool {
        if specification.is_dynamic() || !specification.has_dynamic() {
            return specification.is_dynamic() || self == specification;
        }
        let mut visited = Visited::default();
        let mut pending = vec![(self, specification)];
        while let Some((ty, specification)) = pending.pop() {
            if specification.is_dynamic() {
                continue;
            }
            if !specification.has_dynamic() {
                if ty == specification {
                    continue;
                }
                return false;
            }
            if !ty.same_shape(specification) {
                return false;
            }
            let (Some(a), Some(b)) = (ty.node(), specification.node()) else {
                return false;
            };
            if visited.is_first_pair(&a.0, &b.0, a.0.types.len()) {
                pending.extend(a.0.types.iter().zip(&b.0.types));
            }
        }
        true
    }
}
