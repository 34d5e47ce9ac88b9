//! What versions evaluate, plan and check differently, as data. Nothing else names these versions.

use hcl2_model::Rules;

use super::{Version, Versions};

/// A behaviour that not all versions of the products have.
///
/// # Examples
///
/// ```
/// use hcl2_terraform::table::behaviours::SHORT_CIRCUIT;
///
/// assert!(SHORT_CIRCUIT.is_in("terraform@1.12".parse()?) && !SHORT_CIRCUIT.is_in("terraform@1.11".parse()?));
/// # Ok::<(), String>(())
/// ```
#[derive(Debug)]
pub struct Behaviour {
    /// What the versions do, as a clause with "they" as its subject left out: "report …".
    pub meaning: &'static str,
    /// The versions.
    pub versions: Versions,
}

impl Behaviour {
    /// Returns whether a version has the behaviour.
    #[must_use]
    pub fn is_in(&self, version: Version) -> bool {
        self.versions.has(version)
    }
}

const fn behaviour(meaning: &'static str, terraform: Option<u16>, opentofu: Option<u16>) -> Behaviour {
    Behaviour {
        meaning,
        versions: Versions::since_minors(terraform, opentofu),
    }
}

/// One operand of `&&` or `||` is enough.
pub static SHORT_CIRCUIT: Behaviour = behaviour(
    "need only one operand of `&&` and `||` if it decides the result",
    Some(12),
    Some(10),
);

/// A condition marks what it decides.
pub static CONDITIONS_MARK_RESULTS: Behaviour = behaviour(
    "call the result of a conditional sensitive if the condition or the other result is",
    Some(10),
    Some(0),
);

/// Elements of unknown objects are checked by their types.
pub static TYPES_OF_UNKNOWN_OBJECTS: Behaviour = behaviour(
    "report an index that is no attribute of an unknown object",
    Some(13),
    None,
);

/// A value is compared with null as a whole.
pub static NULL_COMPARES_WITH_THE_WHOLE: Behaviour = behaviour(
    "call a comparison with null sensitive only if the other operand as a whole is, not for one of its parts",
    None,
    Some(12),
);

/// Outputs lose their sensitivity.
pub static CALLERS_SEE_OUTPUTS: Behaviour = Behaviour {
    meaning: "let the callers of a module see its sensitive outputs",
    versions: Versions::since_minors(Some(8), None).until_terraform(13),
};

/// An ephemeral output must have an ephemeral value.
pub static OUTPUTS_ARE_EPHEMERAL: Behaviour = Behaviour {
    meaning: "report an ephemeral output whose value as a whole is not ephemeral",
    versions: Versions::since_minors(Some(10), None).until_terraform(12),
};

/// A change of the marks alone is drift.
pub static MARKS_ARE_DRIFT: Behaviour = Behaviour {
    meaning: "list in `resource_drift` objects of which only other parts are sensitive than before, even if a refresh changes \
              nothing else",
    versions: Versions::ALL.until_terraform(15),
};

/// Plans say whether they are complete.
pub static PLANS_ARE_COMPLETE: Behaviour = behaviour(
    "say in the JSON of a plan whether it is `complete` and `applyable`",
    Some(8),
    None,
);

/// Nobody is warned of the outputs of the root module.
pub static OUTPUTS_OF_ROOT_STAY: Behaviour =
    behaviour("report deprecated outputs of the root module", Some(15), None);

/// Relevant attributes end where the schema does.
pub static RELEVANT_IN_SCHEMA: Behaviour = behaviour(
    "list what a plan depends on only if it is declared, as far as its schema describes it, and once",
    Some(13),
    None,
);

/// Patterns name classes freely.
pub static NAMES_OF_CLASSES: Behaviour = behaviour(
    "know the long names of Unicode's general categories in patterns, such as `\\p{Letter}`, in any case",
    Some(14),
    Some(11),
);

/// Functions of lists and strings take more values.
pub static LENIENT_FUNCTIONS: Behaviour = Behaviour {
    meaning: "count negative indices of tuples in `element` from the end, and format nulls without a type",
    versions: Versions::since_minors(Some(10), Some(10)).except_terraform(11),
};

/// `nonsensitive` accepts any value.
pub static LENIENT_NONSENSITIVE: Behaviour = behaviour(
    "accept in `nonsensitive` also values that are not sensitive",
    Some(7),
    Some(7),
);

/// `yamldecode` reads integers as YAML 1.2 does.
pub static INTEGERS_OF_YAML: Behaviour = behaviour(
    "read as strings in `yamldecode` a `+` alone, integers with underscores, and signs before `0x` and `0o`",
    Some(10),
    Some(9),
);

/// `yamldecode` merges several mappings.
pub static MERGES_SEQUENCES: Behaviour = behaviour(
    "merge sequences of mappings by `<<` in `yamldecode`",
    None,
    Some(12),
);

/// `cidrsubnets` has no limit of its own.
pub static EXTENDS_PREFIXES_FAR: Behaviour = behaviour(
    "extend prefixes of IPv6 by more than 32 bits in `cidrsubnets`",
    None,
    Some(13),
);

/// `contains` finds nulls.
pub static CONTAINS_NULL: Behaviour = behaviour(
    "test by `contains` whether a collection has a null",
    Some(16),
    Some(13),
);

/// `merge` accepts null objects alone.
pub static MERGES_NULL_OBJECTS: Behaviour = behaviour(
    "merge null objects even if no argument is another value",
    Some(16),
    Some(13),
);

/// The instances of an import are known before its target.
pub static IMPORTS_NEED_THEIR_INSTANCES: Behaviour = behaviour(
    "report an import whose `for_each` refers to its target",
    Some(12),
    None,
);

/// Variables of a file of tests may refer to each other.
pub static FILE_VARIABLES_REFER_TO_OTHERS: Behaviour = behaviour(
    "let the variables of a file of tests refer to each other",
    Some(13),
    None,
);

/// Variables from outside are defined in files of tests.
pub static OUTSIDE_VARIABLES_ARE_DEFINED: Behaviour = behaviour(
    "warn of references in a file of tests to variables from outside that it does not define, whose values are expressions",
    Some(13),
    None,
);

/// Assertions on a plan see its outputs as they are.
pub static PLANNED_OUTPUTS_STAY_UNKNOWN: Behaviour = behaviour(
    "let assertions on a plan see the unknown parts of its outputs as unknown, not as null",
    Some(14),
    None,
);

/// Tests store no outputs.
pub static TESTED_OUTPUTS_ARE_EPHEMERAL: Behaviour = behaviour(
    "let the root modules of tests have ephemeral outputs",
    Some(14),
    None,
);

/// Tests destroy what they created.
pub static TESTS_DESTROY_ALL: Behaviour = behaviour(
    "destroy after tests even objects with `prevent_destroy`",
    Some(14),
    None,
);

/// Mocked providers open ephemeral resources.
pub static MOCKS_OPEN_EPHEMERAL: Behaviour = behaviour(
    "open ephemeral resources of mocked providers in tests",
    Some(17),
    None,
);

/// Objects move with `count` of a call.
pub static MODULES_GAIN_INDICES: Behaviour = behaviour(
    "move the objects of a called module to index 0 if its call gains `count`, and back if it loses it",
    None,
    Some(11),
);

/// Objects get other types.
pub static MOVES_BETWEEN_TYPES: Behaviour = behaviour(
    "let `moved` blocks name resources of different types, whose objects the provider converts",
    Some(8),
    Some(10),
);

/// The built-in provider converts objects.
pub static CONVERTS_NULL_RESOURCES: Behaviour = behaviour(
    "convert objects of `null_resource` that move to `terraform_data`",
    Some(9),
    Some(10),
);

/// Providers compute blocks.
pub static COMPUTES_BLOCKS: Behaviour = behaviour(
    "let providers compute nested blocks that the configuration omits",
    Some(16),
    None,
);

/// A resource is never null.
pub static RESOURCES_EXIST: Behaviour = behaviour(
    "know in a check that a resource or data source without `count` and `for_each` exists, and the types of its attributes",
    Some(15),
    None,
);

/// References to deprecated attributes are noticed.
pub static WARNS_OF_DEPRECATED_ATTRIBUTES: Behaviour = behaviour(
    "warn of references to attributes that a provider calls deprecated",
    Some(15),
    Some(12),
);

/// Created objects trigger replacements.
pub static CREATION_TRIGGERS: Behaviour = behaviour(
    "replace by `replace_triggered_by` also if the object that it names is created",
    None,
    Some(12),
);

/// `base64gzip` has another text.
pub static COMPRESSES_OTHERWISE: Behaviour = behaviour(
    "compress by another algorithm in `base64gzip`, whose result is unknown here",
    None,
    Some(13),
);

/// All behaviours.
pub static ALL: &[&Behaviour] = &[
    &SHORT_CIRCUIT,
    &CONDITIONS_MARK_RESULTS,
    &TYPES_OF_UNKNOWN_OBJECTS,
    &NULL_COMPARES_WITH_THE_WHOLE,
    &CALLERS_SEE_OUTPUTS,
    &OUTPUTS_ARE_EPHEMERAL,
    &MARKS_ARE_DRIFT,
    &PLANS_ARE_COMPLETE,
    &OUTPUTS_OF_ROOT_STAY,
    &RELEVANT_IN_SCHEMA,
    &NAMES_OF_CLASSES,
    &LENIENT_FUNCTIONS,
    &LENIENT_NONSENSITIVE,
    &INTEGERS_OF_YAML,
    &MERGES_SEQUENCES,
    &EXTENDS_PREFIXES_FAR,
    &CONTAINS_NULL,
    &MERGES_NULL_OBJECTS,
    &IMPORTS_NEED_THEIR_INSTANCES,
    &FILE_VARIABLES_REFER_TO_OTHERS,
    &OUTSIDE_VARIABLES_ARE_DEFINED,
    &PLANNED_OUTPUTS_STAY_UNKNOWN,
    &TESTED_OUTPUTS_ARE_EPHEMERAL,
    &TESTS_DESTROY_ALL,
    &MOCKS_OPEN_EPHEMERAL,
    &MODULES_GAIN_INDICES,
    &MOVES_BETWEEN_TYPES,
    &CONVERTS_NULL_RESOURCES,
    &COMPUTES_BLOCKS,
    &RESOURCES_EXIST,
    &WARNS_OF_DEPRECATED_ATTRIBUTES,
    &CREATION_TRIGGERS,
    &COMPRESSES_OTHERWISE,
];

impl Version {
    /// Returns the rules by which the version evaluates expressions.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_terraform::table::Version;
    ///
    /// let rules = "terraform@1.11".parse::<Version>()?.rules();
    /// assert!(rules.both_operands_count && rules.unknown_objects_have_any);
    /// # Ok::<(), String>(())
    /// ```
    #[must_use]
    pub fn rules(self) -> Rules {
        let mut rules = Rules::default();
        rules.both_operands_count = !SHORT_CIRCUIT.is_in(self);
        rules.unknown_objects_have_any = !TYPES_OF_UNKNOWN_OBJECTS.is_in(self);
        rules.only_the_chosen_result_has_marks = !CONDITIONS_MARK_RESULTS.is_in(self);
        rules.null_compares_with_the_whole = NULL_COMPARES_WITH_THE_WHOLE.is_in(self);
        // No version of a product keeps them.
        rules.unknown_values_lose_marks = true;
        rules
    }
}
