//! What a person answers in place of providers and of modules that were not read.

use std::collections::{BTreeMap, BTreeSet};

use hcl2_diagnostics::{Diagnostics, Span};
use hcl2_model::{EvalContext, ExpressionRef, Name, Traversal, TraversalStep};
use hcl2_terraform::{
    Mocks, ModuleAddress, Override, ResourceAddress, ResourceKind, Target, parse_reference,
};
use hcl2_value::{ConversionError, Str, Value};

use crate::simulation::mocked;

/// Values of attributes that only a provider knows, and of outputs of modules that were not read.
///
/// An address without a key is that of all instances. Of several answers for an attribute, that for fewer objects counts: for an
/// instance, for all instances, and for all objects of a type.
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
/// assert_eq!(answers.set("data.acme_zones.all", Value::from(1)).unwrap_err().to_string(), "expected the address of an attribute or an output, such as `data.TYPE.NAME.ATTRIBUTE` or `module.NAME.OUTPUT`, found `data.acme_zones.all`");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Answers {
    objects: BTreeMap<ResourceAddress, Answer>,
    outputs: BTreeMap<(ModuleAddress, Name), Answer>,
    /// The answers for all objects of a type, by the names that the configurations of their providers have in the root module;
    /// without a name for any provider.
    types: BTreeMap<(ResourceKind, Name), BTreeMap<Option<String>, Fields>>,
    is_shared: bool,
}

/// The values of attributes or outputs.
type Fields = BTreeMap<Str, Value>;

/// What is said of an object or a call.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) fields: Fields,
    /// The block that says it, if it is one.
    pub(crate) place: Option<Span>,
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
        let answer = self.at(&object).ok_or_else(expected)?;
        answer.fields.insert(name.as_str().into(), value);
        Ok(())
    }

    /// Sets what overrides of a file of tests say of objects and modules, where nothing is set yet.
    ///
    /// The diagnostics have the codes of expressions, and `hcl2::terraform::invalid-value`.
    #[must_use]
    pub fn add_overrides(&mut self, overrides: &[Override], context: &EvalContext<'_>) -> Diagnostics {
        let mut diagnostics = Diagnostics::new();
        for own in overrides {
            let fields = fields(own.values.as_ref(), context, &mut diagnostics);
            if let Some(answer) = self.at(&own.target) {
                answer.place = answer.place.or(Some(own.span));
                for (name, value) in fields {
                    answer.fields.entry(name).or_insert(value);
                }
            }
        }
        diagnostics
    }

    /// Sets what the mock of a provider says of objects, where nothing is set yet; `provider` is the name of its configuration
    /// in the root module, with its alias. Without a name, it is any provider.
    ///
    /// The diagnostics are those of [`add_overrides`](Self::add_overrides).
    #[must_use]
    pub fn add_mocks(
        &mut self,
        provider: Option<&str>,
        mocks: &Mocks,
        context: &EvalContext<'_>,
    ) -> Diagnostics {
        let mut diagnostics = self.add_overrides(&mocks.overrides, context);
        for mock in &mocks.objects {
            let fields = fields(mock.defaults.as_ref(), context, &mut diagnostics);
            let of_type = self.types.entry((mock.kind, mock.ty.clone())).or_default();
            let own = of_type.entry(provider.map(str::to_owned)).or_default();
            for (name, value) in fields {
                own.entry(name).or_insert(value);
            }
        }
        diagnostics
    }

    /// Returns the answers for several modules: no plan warns of those that are about other modules.
    #[must_use]
    pub fn shared(self) -> Self {
        Self {
            is_shared: true,
            ..self
        }
    }

    /// Returns whether the answers are for several modules.
    pub(crate) const fn is_shared(&self) -> bool {
        self.is_shared
    }

    /// Returns where to set what a reference names: a resource or a call.
    fn at(&mut self, reference: &Traversal) -> Option<&mut Answer> {
        let target = Target::from_reference(reference)?;
        if let Some(resource) = target.resource {
            return Some(self.objects.entry(resource).or_default());
        }
        let (last, outer) = target.module.steps().split_last()?;
        let outer: ModuleAddress = outer.iter().cloned().collect();
        Some(self.outputs.entry((outer, last.name.clone())).or_default())
    }

    /// Returns the answers for an instance; `provider` finds the name of its provider's configuration in the root module.
    pub(crate) fn of(
        &self,
        address: &ResourceAddress,
        provider: impl FnOnce() -> Option<String>,
    ) -> Option<Fields> {
        let everywhere = ResourceAddress {
            module: address.module.without_keys(),
            ..address.clone()
        };
        let of_type = self.types.get(&(address.kind, address.ty.clone()));
        let of_type = of_type.map(|of_type| {
            let own = provider().and_then(|name| of_type.get(&Some(name)));
            [of_type.get(&None), own]
        });
        let of_type = of_type.into_iter().flatten().flatten();
        let addresses = [
            everywhere.without_key(),
            everywhere,
            address.without_key(),
            address.clone(),
        ];
        let single = addresses.iter().filter_map(|address| self.objects.get(address));
        let mut all = of_type.chain(single.map(|answer| &answer.fields)).peekable();
        all.peek()?;
        // The later ones are for fewer objects.
        let all = all.flatten();
        Some(all.map(|(name, value)| (name.clone(), value.clone())).collect())
    }

    /// Returns what is said of single objects.
    pub(crate) fn objects(&self) -> impl Iterator<Item = (&ResourceAddress, &Answer)> {
        self.objects.iter()
    }

    /// Returns what is said of calls, each with the module that it is in.
    pub(crate) fn calls(&self) -> impl Iterator<Item = (&(ModuleAddress, Name), &Answer)> {
        self.outputs.iter()
    }

    /// Returns the answers for a call in a module instance, or in all instances of the module.
    pub(crate) fn of_call(&self, module: &ModuleAddress, call: &Name) -> Option<&Fields> {
        let at = |module: ModuleAddress| self.outputs.get(&(module, call.clone()));
        let found = at(module.clone()).or_else(|| at(module.without_keys()));
        found.map(|answer| &answer.fields)
    }
}

fn fields(
    values: Option<&ExpressionRef>,
    context: &EvalContext<'_>,
    diagnostics: &mut Diagnostics,
) -> Fields {
    let values = values.and_then(|values| mocked(values, context).report_into(diagnostics));
    let fields = values.as_ref().and_then(Value::fields).into_iter().flatten();
    fields
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// Returns the value of an object of which only some attributes are known: the others that anything refers to are unknown.
pub(crate) fn partly_known(known: &Fields, referenced: &BTreeSet<Name>) -> Value {
    let names: BTreeSet<Str> = referenced.iter().map(|name| name.as_str().into()).collect();
    let names = names.into_iter().filter(|name| !known.contains_key(name));
    let unknown = names.map(|name| (name, Value::DYNAMIC));
    let known = known.iter().map(|(name, value)| (name.clone(), value.clone()));
    Value::object(known.chain(unknown))
}

/// Returns an object in which unknown attributes have answers, and the answers that do not fit.
pub(crate) fn with_answers(value: &Value, known: &Fields) -> (Value, Vec<(Str, ConversionError)>) {
    let Some(fields) = value.fields() else {
        return (value.clone(), Vec::new());
    };
    let mut misfits = Vec::new();
    let answered = Value::object(fields.iter().map(|(name, own)| {
        let answer = known.get(name).filter(|_| !own.unmark().0.is_wholly_known());
        let answer = answer.and_then(|answer| match answer.convert(own.ty()) {
            Ok(answer) => Some(answer),
            Err(error) => {
                misfits.push((name.clone(), error));
                None
            }
        });
        (name.clone(), answer.unwrap_or_else(|| own.clone()))
    }));
    (answered, misfits)
}
