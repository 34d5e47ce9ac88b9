//! What a person answers in place of providers and of modules that were not read.

use std::collections::{BTreeMap, BTreeSet};

use hcl2_model::{Name, Traversal, TraversalStep};
use hcl2_terraform::{ModuleAddress, ResourceAddress, Target, parse_reference};
use hcl2_value::{Str, Value};

use crate::graph::Referenced;

/// Values of attributes that only a provider knows, and of outputs of modules that were not read, by their addresses.
///
/// An address without a key is that of all instances.
///
/// # Examples
///
/// ```
/// use hcl2_plan::Answers;
/// use hcl2_value::Value;
///
/// let mut answers = Answers::default();
/// answers.set("data.acme_zones.all.names", Value::tuple([Value::from("a"), Value::from("b")]))?;
/// answers.set("module.net.id", Value::from("n-1"))?;
/// assert!(answers.set("data.acme_zones.all", Value::from(1)).is_err());
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Answers {
    objects: BTreeMap<ResourceAddress, BTreeMap<Str, Value>>,
    outputs: BTreeMap<(ModuleAddress, Name), BTreeMap<Str, Value>>,
}

impl Answers {
    /// Sets an attribute of a resource or data source, or an output of a module that was not read.
    ///
    /// # Errors
    ///
    /// A message if the address is that of nothing of this kind.
    pub fn set(&mut self, address: &str, value: Value) -> Result<(), String> {
        let expected = || {
            format!(
                "expected the address of an attribute or an output, such as `data.TYPE.NAME.ATTRIBUTE` or `module.NAME.OUTPUT`, \
                 found `{address}`"
            )
        };
        let reference = parse_reference(address).ok_or_else(expected)?;
        let (last, object) = reference.steps().split_last().ok_or_else(expected)?;
        let TraversalStep::Attribute { name, .. } = last else {
            return Err(expected());
        };
        let object = Traversal::new(object.to_vec());
        let target = Target::from_reference(&object).ok_or_else(expected)?;
        let fields = match (target.resource, target.module.steps().split_last()) {
            (Some(resource), _) => self.objects.entry(resource).or_default(),
            (None, Some((last, outer))) => {
                let outer: ModuleAddress = outer.iter().cloned().collect();
                self.outputs.entry((outer, last.name.clone())).or_default()
            }
            (None, None) => return Err(expected()),
        };
        fields.insert(name.as_str().into(), value);
        Ok(())
    }

    /// Returns the answers for an instance, or for all instances of its resource, possibly in all instances of its module.
    pub(crate) fn of(&self, address: &ResourceAddress) -> Option<&BTreeMap<Str, Value>> {
        let everywhere = || ResourceAddress {
            module: address.module.without_keys(),
            ..address.clone()
        };
        let at = |address: &ResourceAddress| self.objects.get(address);
        at(address)
            .or_else(|| at(&address.without_key()))
            .or_else(|| at(&everywhere()))
            .or_else(|| at(&everywhere().without_key()))
    }

    /// Returns the addresses of objects with answers.
    pub(crate) fn addresses(&self) -> impl Iterator<Item = &ResourceAddress> {
        self.objects.keys()
    }

    /// Returns the calls with answers, each with the module that it is in.
    pub(crate) fn calls(&self) -> impl Iterator<Item = &(ModuleAddress, Name)> {
        self.outputs.keys()
    }

    /// Returns the answers for a call in a module instance, or in all instances of the module.
    pub(crate) fn of_call(&self, module: &ModuleAddress, call: &Name) -> Option<&BTreeMap<Str, Value>> {
        let at = |module: ModuleAddress| self.outputs.get(&(module, call.clone()));
        at(module.clone()).or_else(|| at(module.without_keys()))
    }
}

/// Returns the value of an object of which only some attributes are known: the others that anything refers to are unknown.
/// If something refers to the object as a whole, it is unknown as such.
pub(crate) fn partly_known(known: &BTreeMap<Str, Value>, referenced: &Referenced) -> Value {
    let Referenced::Attributes(names) = referenced else {
        return Value::DYNAMIC;
    };
    let names: BTreeSet<Str> = names.iter().map(|name| name.as_str().into()).collect();
    let names = names.into_iter().filter(|name| !known.contains_key(name));
    let unknown = names.map(|name| (name, Value::DYNAMIC));
    let known = known.iter().map(|(name, value)| (name.clone(), value.clone()));
    Value::object(known.chain(unknown))
}

/// Returns an object in which unknown attributes have answers, where these fit.
pub(crate) fn with_answers(value: &Value, known: &BTreeMap<Str, Value>) -> Value {
    let Some(fields) = value.fields() else {
        return value.clone();
    };
    Value::object(fields.iter().map(|(name, own)| {
        let answer = known.get(name).filter(|_| !own.unmark().0.is_wholly_known());
        let answer = answer.and_then(|answer| answer.convert(own.ty()).ok());
        (name.clone(), answer.unwrap_or_else(|| own.clone()))
    }))
}
