//! What the provider that is built into Terraform plans for `terraform_data`.

use hcl2_terraform::table::STORE;
use hcl2_value::{Path, PathStep, Type, Value};

use crate::proposal::{Updated, with_parts};

/// Returns the planned value of a new object of `terraform_data`.
pub(crate) fn created_data(config: &Value) -> Value {
    let null = Value::null(Type::DYNAMIC);
    let input = config.get("input").unwrap_or(&null);
    let output = if input.is_null() {
        input.clone()
    } else {
        Value::unknown(input.ty().clone())
    };
    let id = Value::unknown_not_null(Type::STRING);
    let planned = with_parts(config, [("id", id), ("output", output)]);
    match Store::of(config) {
        Some(store) => with_parts(&planned, [(STORE, store.planned(None).0)]),
        None => planned,
    }
}

/// Returns the planned value of an existing object of `terraform_data`, unless it is replaced by a new one.
pub(crate) fn updated_data(prior: &Value, proposed: &Value) -> Updated {
    let is_same = |name: &str| prior.get(name) == proposed.get(name);
    if !is_same("triggers_replace") {
        return Updated {
            value: proposed.clone(),
            replaces: vec![path(&["triggers_replace"])],
        };
    }
    let mut planned = proposed.clone();
    if !is_same("input") {
        let null = Value::null(Type::DYNAMIC);
        let input = proposed.get("input").unwrap_or(&null);
        let output = Value::unknown(input.ty().clone());
        planned = with_parts(proposed, [("output", output)]);
    }
    let Some(store) = Store::of(proposed) else {
        return Updated::in_place(planned);
    };
    match store.planned(prior.get(STORE).filter(|prior| !prior.is_null())) {
        (_, true) => Updated {
            value: planned,
            replaces: vec![path(&[STORE, "input"])],
        },
        (store, false) => Updated::in_place(with_parts(&planned, [(STORE, store)])),
    }
}

/// Returns the stored data of an applied object: what is unknown is what the configuration puts in.
pub(crate) fn applied_store(planned: &Value, config: &Value) -> Value {
    let null = Value::null(Type::DYNAMIC);
    let input = config.get("input").unwrap_or(&null);
    let part = |name: &str| {
        let planned = planned.get(name).unwrap_or(&null);
        if planned.is_known() {
            planned.clone()
        } else {
            input.clone()
        }
    };
    with_parts(
        planned,
        [
            ("output", part("output")),
            ("sensitive_output", part("sensitive_output")),
        ],
    )
}

/// Returns the name of a setting of the stored data that must be known when the plan is made, but is not.
pub(crate) fn unknown_setting(config: &Value) -> Option<&'static str> {
    let store = config.get(STORE)?;
    let settings = ["sensitive", "replace"].into_iter();
    let mut unknown = settings.filter(|name| store.get(name).is_some_and(|setting| !setting.is_known()));
    unknown.next()
}

fn path(names: &[&str]) -> Path {
    names
        .iter()
        .map(|name| PathStep::Attribute((*name).into()))
        .collect()
}

/// The block that keeps data across plan and apply, of a proposed value.
struct Store<'v> {
    proposed: &'v Value,
    input: Value,
    output: Value,
    sensitive_output: Value,
}

impl<'v> Store<'v> {
    fn of(proposed: &'v Value) -> Option<Self> {
        let proposed = proposed.get(STORE).filter(|store| !store.is_null())?;
        let part = |name: &str| {
            let part = proposed.get(name).cloned();
            part.unwrap_or_else(|| Value::null(Type::DYNAMIC))
        };
        Some(Self {
            input: part("input"),
            output: part("output"),
            sensitive_output: part("sensitive_output"),
            proposed,
        })
    }

    fn is_set(&self, name: &str) -> bool {
        let setting = self.proposed.get(name);
        setting.is_some_and(|setting| setting.as_bool() == Some(true))
    }

    /// Sets the output that shows the data, and clears the other one.
    fn put(&mut self, value: Value) {
        let null = Value::null(Type::DYNAMIC);
        (self.output, self.sensitive_output) = match self.is_set("sensitive") {
            true => (null, value),
            false => (value, null),
        };
    }

    /// Returns the planned block, and whether it replaces the object; `prior` is the block before, if there is one.
    fn planned(mut self, prior: Option<&Value>) -> (Value, bool) {
        let of_prior = |name: &str| {
            prior
                .and_then(|prior| prior.get(name))
                .filter(|part| !part.is_null())
        };
        let own = |name: &str| self.proposed.get(name).filter(|part| !part.is_null());
        let (version, sensitive) = (own("version"), own("sensitive"));
        let is_other_version = version != of_prior("version");
        let has_moved = sensitive != of_prior("sensitive");
        let has_version = version.is_some();
        if has_moved {
            let stored = match self.sensitive_output.is_null() {
                true => self.output.clone(),
                false => self.sensitive_output.clone(),
            };
            self.put(stored);
        }
        let stored = match self.sensitive_output.is_null() {
            true => &self.output,
            false => &self.sensitive_output,
        };
        let ty = self.input.ty().clone();
        if self.input.is_null() && stored.is_null() {
            self.put(Value::null(ty));
        } else if (has_version && is_other_version) || (!has_version && *stored != self.input) {
            self.put(Value::unknown(ty));
        }
        let is_known = self.output.is_known() && self.sensitive_output.is_known();
        let replaces = self.is_set("replace") && !is_known;
        let planned = with_parts(
            self.proposed,
            [
                ("input", Value::null(Type::DYNAMIC)),
                ("output", self.output),
                ("sensitive_output", self.sensitive_output),
            ],
        );
        (planned, replaces)
    }
}
