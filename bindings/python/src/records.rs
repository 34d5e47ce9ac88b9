//! What modules declare and what plans contain, as plain records that can be pickled.

use hcl2::plan::ResourceInstance;
use pyo3::prelude::*;

use crate::problems::{Call, Range, call_with};
use crate::values::{Numbers, to_python};

/// Defines a class with its attributes as arguments, in their order; the string starts its `repr`.
macro_rules! record {
    (
        $(#[$about:meta])*
        $name:ident as |$this:ident| $shown:expr, $(#[$of_new:meta])* new;
        $($(#[$about_field:meta])* $field:ident $attribute:literal: $ty:ty,)+
    ) => {
        $(#[$about])*
        #[pyclass(frozen, get_all, module = "hcl2rs")]
        pub(crate) struct $name {
            $($(#[$about_field])* pub(crate) $field: $ty,)+
        }

        #[pymethods]
        impl $name {
            #[new]
            $(#[$of_new])*
            fn new($($field: $ty),+) -> Self {
                Self { $($field),+ }
            }

            fn __repr__(&self) -> String {
                let $this = self;
                format!("<{} {}>", stringify!($name), $shown)
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<Call<'py>> {
                call_with(slf.as_any(), &[$($attribute),+])
            }
        }
    };
}

record! {
    /// An input variable of a module.
    Variable as |this| this.name,
    #[expect(clippy::too_many_arguments, reason = "one for each attribute")]
    new;
    /// The name.
    name "name": String,
    /// Returns the type, in the notation of type expressions.
    r#type "type": String,
    /// Whether a value is required.
    required "required": bool,
    /// The default value, `Sensitive` if the variable is; `None` if there is none.
    default "default": Py<PyAny>,
    /// The description.
    description "description": Option<String>,
    /// Whether its value must not be shown.
    sensitive "sensitive": bool,
    /// Whether it may be null.
    nullable "nullable": bool,
    /// The range of the header of its block.
    range "range": Range,
}

record! {
    /// An output value of a module.
    Output as |this| this.name, new;
    /// The name.
    name "name": String,
    /// The description.
    description "description": Option<String>,
    /// Whether its value must not be shown.
    sensitive "sensitive": bool,
    /// The range of the header of its block.
    range "range": Range,
}

record! {
    /// A resource of a module.
    Resource as |this| format!("{} {}.{}", this.kind, this.r#type, this.name), new;
    /// Returns the kind: `resource`, `data` or `ephemeral`.
    kind "kind": String,
    /// The type.
    r#type "type": String,
    /// The name.
    name "name": String,
    /// The address in the module, such as `aws_instance.web` or `data.aws_ami.base`.
    address "address": String,
    /// The explicit provider configuration, such as `aws.west`.
    provider "provider": Option<String>,
    /// Whether it has `count` or `for_each`.
    repeated "repeated": bool,
    /// The range of the header of its block.
    range "range": Range,
}

record! {
    /// A call of another module.
    ModuleCall as |this| this.name, new;
    /// The name.
    name "name": String,
    /// The source of the module; `None` if it is not constant.
    source "source": Option<String>,
    /// The version constraint.
    version "version": Option<String>,
    /// The range of the header of its block.
    range "range": Range,
}

record! {
    /// A provider that a module requires.
    ProviderRequirement as |this| this.name, new;
    /// The local name of the provider.
    name "name": String,
    /// The source address.
    source "source": Option<String>,
    /// The version constraint.
    version "version": Option<String>,
    /// The range of the name.
    range "range": Range,
}

record! {
    /// A resource instance of a plan.
    PlannedResource as |this| format!("{} {}", this.address, this.actions.join(" then ")), new;
    /// The address, with the keys of instances.
    address "address": String,
    /// The type.
    r#type "type": String,
    /// The full name of the provider.
    provider "provider": String,
    /// Returns what happens to it, such as `create`, or `delete` and `create`.
    actions "actions": Vec<String>,
    /// The value before; `None` if there is none.
    before "before": Py<PyAny>,
    /// The planned value; `None` if the object is destroyed.
    after "after": Py<PyAny>,
}

impl PlannedResource {
    pub(crate) fn of(py: Python<'_>, resource: &ResourceInstance) -> PyResult<Self> {
        let actions = resource.action.names().iter();
        Ok(Self {
            address: resource.address.to_string(),
            r#type: resource.address.ty.to_string(),
            provider: resource.provider.to_string(),
            actions: actions.map(|name| (*name).to_owned()).collect(),
            before: to_python(py, &resource.before, Numbers::Float)?.unbind(),
            after: to_python(py, &resource.after, Numbers::Float)?.unbind(),
        })
    }
}

record! {
    /// What a partial plan does not know.
    Gap as |this| format!("{} {}", this.reason, this.address), new;
    /// Returns why it is not known, such as `missing_value`.
    reason "reason": String,
    /// The address of the object.
    address "address": String,
    /// The reason in words.
    detail "detail": String,
    /// Where the object is written.
    range "range": Option<Range>,
}

record! {
    /// A value on the way to one of a plan.
    Step as |this| format!("{} ({})", this.address, this.origin), new;
    /// The address: that of the module instance, and a reference in it.
    address "address": String,
    /// Returns what determines the value, such as `expression`, `default` or `computed`.
    origin "origin": String,
    /// The value.
    value "value": Py<PyAny>,
    /// Where it is written.
    range "range": Option<Range>,
    /// The functions that its expression calls.
    functions "functions": Vec<String>,
    /// The positions, in the list of steps, of the values that it comes from.
    sources "sources": Vec<usize>,
}

record! {
    /// A difference between two files.
    Change as |this| format!("{} {}", this.kind, this.address), new;
    /// The address of the item.
    address "address": String,
    /// Returns what happened to it: `added`, `removed` or `changed`.
    kind "kind": String,
    /// The range in the first file.
    before "before": Option<Range>,
    /// The range in the second file.
    after "after": Option<Range>,
}
