//! What the parts of a module are asked for again and again, found once for all plans of the module.

use std::collections::HashMap;
use std::sync::{Arc, RwLock};

use foldhash::fast::RandomState;
use hcl2_model::{BodyRef, ExpressionRef, Traversal};

use super::Module;
use super::arguments::variables_in;
use super::contents::Contents;
use crate::address::Address;
use crate::schema::BlockSchema;

/// What was found in expressions and bodies, which are known by their addresses.
#[derive(Debug, Default)]
pub(super) struct Found {
    objects: ByAddress<ExpressionRef, Arc<[Address]>>,
    expressions: ByAddress<ExpressionRef, Arc<[Traversal]>>,
    bodies: ByAddress<BodyRef, Arc<[Traversal]>>,
    schemas: ByAddress<BodyRef, BlockSchema>,
}

/// Values by the addresses of parts. The parts are kept, so that no other one gets the address of one that is gone.
#[derive(Debug)]
struct ByAddress<P, V>(RwLock<HashMap<usize, (P, V), RandomState>>);

impl<P, V> Default for ByAddress<P, V> {
    fn default() -> Self {
        Self(RwLock::default())
    }
}

impl<P: Clone, V: Clone> ByAddress<P, V> {
    fn get(&self, part: &P, address: *const (), find: impl FnOnce() -> V) -> V {
        let address = address.addr();
        let known = |values: &HashMap<usize, (P, V), RandomState>| {
            let (_, value) = values.get(&address)?;
            Some(value.clone())
        };
        if let Some(value) = self.0.read().ok().and_then(|values| known(&values)) {
            return value;
        }
        let value = find();
        if let Ok(mut values) = self.0.write() {
            values.insert(address, (part.clone(), value.clone()));
        }
        value
    }
}

impl Contents {
    /// Returns the objects that an expression of the module refers to.
    pub(crate) fn objects_in(&self, expression: &ExpressionRef) -> Arc<[Address]> {
        let address = Arc::as_ptr(expression).cast();
        self.found.objects.get(expression, address, || {
            let variables = variables_in(&**expression);
            variables.iter().filter_map(Address::from_traversal).collect()
        })
    }
}

impl Module {
    /// Returns the [paths](hcl2_model::Expression::paths) of an expression of the module. They are found once, also for the
    /// clones of the module.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let source = SourceMap::new().add("main.tf", "locals {\n  a = [for x in var.n : x.id]\n}\nvariable \"n\" {}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// let paths = module.paths_of(&module.locals[0].value);
    /// assert_eq!(paths.iter().map(ToString::to_string).collect::<Vec<_>>(), ["var.n", "var.n[...].id"]);
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn paths_of(&self, expression: &ExpressionRef) -> Arc<[Traversal]> {
        let address = Arc::as_ptr(expression).cast();
        let found = &self.contents.found.expressions;
        found.get(expression, address, || expression.paths().into())
    }

    /// Returns the paths of all expressions in a body of the module, as [`paths_of`](Self::paths_of) does.
    #[must_use]
    pub fn paths_of_body(&self, body: &BodyRef) -> Arc<[Traversal]> {
        let found = &self.contents.found.bodies;
        found.get(body, Arc::as_ptr(body).cast(), || {
            let mut paths = Vec::new();
            body.visit_expressions(&mut |expression| paths.extend(expression.paths()));
            paths.into()
        })
    }

    /// Returns the schema of everything in a body of the module: attributes of any type, and blocks, of which there may be any
    /// number, with those that dynamic blocks make. It is found once, as in [`paths_of`](Self::paths_of).
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_diagnostics::SourceMap;
    /// use hcl2_terraform::table::Language;
    /// use hcl2_terraform::{Module, ModuleFile};
    ///
    /// let source = SourceMap::new().add("main.tf", "resource \"acme_disk\" \"d\" {\n  size = 1\n}\n")?;
    /// let file = ModuleFile::parse(&source, Language::Terraform).value;
    /// let module = Module::from_files(&[file], Language::Terraform).value;
    /// let schema = module.schema_of_body(&module.resources()[0].body);
    /// assert!(schema.block().attributes.contains_key("size"));
    /// # Ok::<(), hcl2_diagnostics::SourceTooLarge>(())
    /// ```
    #[must_use]
    pub fn schema_of_body(&self, body: &BodyRef) -> BlockSchema {
        let found = &self.contents.found.schemas;
        found.get(body, Arc::as_ptr(body).cast(), || BlockSchema::of_body(&**body))
    }
}
