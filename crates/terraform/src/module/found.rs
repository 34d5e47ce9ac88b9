//! What the expressions of a module refer to, found once for all who ask.

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use foldhash::fast::RandomState;
use hcl2_model::{BodyRef, ExpressionRef, Traversal};

use super::arguments::variables_in;
use crate::address::Address;

/// What was found in expressions and bodies so far.
#[derive(Debug, Default)]
pub(super) struct Found {
    objects: ByAddress<ExpressionRef, Address>,
    paths: ByAddress<ExpressionRef, Traversal>,
    paths_of_bodies: ByAddress<BodyRef, Traversal>,
}

/// Lists by the addresses in memory of the parts that they were found in. The parts are kept, so that no other one gets the
/// address of one that is gone.
#[derive(Debug)]
struct ByAddress<P, T>(RwLock<HashMap<usize, Known<P, T>, RandomState>>);

/// A part with what was found in it.
type Known<P, T> = (P, Arc<[T]>);

impl<P, T> Default for ByAddress<P, T> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<P: Clone, T> ByAddress<P, T> {
    /// Returns the list of a part, which `find` makes the first time.
    fn get(&self, part: &P, address: *const (), find: impl FnOnce() -> Arc<[T]>) -> Arc<[T]> {
        let address = address.addr();
        if let Ok(known) = self.0.read()
            && let Some((_, list)) = known.get(&address)
        {
            return Arc::clone(list);
        }
        let list = find();
        if let Ok(mut known) = self.0.write() {
            known.insert(address, (part.clone(), Arc::clone(&list)));
        }
        list
    }
}

impl Found {
    /// Returns the objects that an expression refers to.
    pub(super) fn objects_in(&self, expression: &ExpressionRef) -> Arc<[Address]> {
        self.objects.get(expression, Arc::as_ptr(expression).cast(), || {
            let variables = variables_in(&**expression);
            variables.iter().filter_map(Address::from_traversal).collect()
        })
    }

    /// Returns the paths of an expression.
    pub(super) fn paths_of(&self, expression: &ExpressionRef) -> Arc<[Traversal]> {
        let address = Arc::as_ptr(expression).cast();
        self.paths.get(expression, address, || expression.paths().into())
    }

    /// Returns the paths of all expressions in a body.
    pub(super) fn paths_of_body(&self, body: &BodyRef) -> Arc<[Traversal]> {
        self.paths_of_bodies.get(body, Arc::as_ptr(body).cast(), || {
            let mut paths = Vec::new();
            body.visit_expressions(&mut |expression| paths.extend(expression.paths()));
            paths.into()
        })
    }
}
