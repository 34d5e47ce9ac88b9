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

/// Declares behaviours, and lists all of them.
macro_rules! behaviours {
    ($($(#[$doc:meta])* $name:ident: $meaning:literal, $versions:expr;)*) => {
        $(
            $(#[$doc])*
            pub static $name: Behaviour = Behaviour { meaning: $meaning, versions: $versions };
        )*

        /// All behaviours.
        pub static ALL: &[&Behaviour] = &[$(&$name),*];
    };
}

/// Returns the versions since a minor one of each product. Without one, no version of the product counts.
const fn since(terraform: Option<u16>, opentofu: Option<u16>) -> Versions {
    Versions::since_minors(terraform, opentofu)
}

behaviours! {
    /// One operand of `&&` or `||` is enough.
    SHORT_CIRCUIT: "need only one operand of `&&` and `||` if it decides the result", since(Some(12), Some(10));
    /// A condition marks what it decides.
    CONDITIONS_MARK_RESULTS:
        "call the result of a conditional sensitive if the condition or the other result is",
        since(Some(10), Some(0));
    /// Elements of unknown objects are checked by their types.
    TYPES_OF_UNKNOWN_OBJECTS: "report an index that is no attribute of an unknown object", since(Some(13), None);
    /// A value is compared with null as a whole.
    NULL_COMPARES_WITH_THE_WHOLE:
        "call a comparison with null sensitive only if the other operand as a whole is, not for one of its parts",
        since(None, Some(12));
    /// Outputs lose their sensitivity.
    CALLERS_SEE_OUTPUTS:
        "let the callers of a module see its sensitive outputs",
        since(Some(8), None).until_terraform(13);
    /// An ephemeral output must have an ephemeral value.
    OUTPUTS_ARE_EPHEMERAL:
        "report an ephemeral output whose value as a whole is not ephemeral",
        since(Some(10), None).until_terraform(12);
    /// A change of the marks alone is drift.
    MARKS_ARE_DRIFT:
        "list in `resource_drift` objects of which only other parts are sensitive than before, even if a refresh \
         changes nothing else",
        Versions::ALL.until_terraform(15);
    /// Plans say whether they are complete.
    PLANS_ARE_COMPLETE: "say in the JSON of a plan whether it is `complete` and `applyable`", since(Some(8), None);
    /// Nobody is warned of the outputs of the root module.
    OUTPUTS_OF_ROOT_STAY: "report deprecated outputs of the root module", since(Some(15), None);
    /// Relevant attributes end where the schema does.
    RELEVANT_IN_SCHEMA:
        "list what a plan depends on only if it is declared, as far as its schema describes it, and once",
        since(Some(13), None);
    /// Patterns name classes freely.
    NAMES_OF_CLASSES:
        "know the long names of Unicode's general categories in patterns, such as `\\p{Letter}`, in any case",
        since(Some(14), Some(11));
    /// Functions of lists and strings take more values.
    LENIENT_FUNCTIONS:
        "count negative indices of tuples in `element` from the end, and format nulls without a type",
        since(Some(10), Some(10)).except_terraform(11);
    /// `nonsensitive` accepts any value.
    LENIENT_NONSENSITIVE: "accept in `nonsensitive` also values that are not sensitive", since(Some(7), Some(7));
    /// `issensitive` may be unknown.
    UNKNOWN_MAY_BE_SENSITIVE:
        "leave it unknown by `issensitive` whether an unknown value that is not sensitive is",
        since(Some(10), Some(11));
    /// `issensitive` of a sensitive unknown value is unknown too.
    SENSITIVE_VALUES_MAY_CHANGE:
        "leave it unknown by `issensitive` whether an unknown value is, even of a sensitive one",
        since(None, Some(11));
    /// `yamldecode` reads integers as YAML 1.2 does.
    INTEGERS_OF_YAML:
        "read as strings in `yamldecode` a `+` alone, integers with underscores, and signs before `0x` and `0o`",
        since(Some(10), Some(9));
    /// `yamldecode` merges several mappings.
    MERGES_SEQUENCES: "merge sequences of mappings by `<<` in `yamldecode`", since(None, Some(12));
    /// `cidrsubnets` has no limit of its own.
    EXTENDS_PREFIXES_FAR: "extend prefixes of IPv6 by more than 32 bits in `cidrsubnets`", since(None, Some(13));
    /// `contains` finds nulls.
    CONTAINS_NULL: "test by `contains` whether a collection has a null", since(Some(16), Some(13));
    /// `merge` accepts null objects alone.
    MERGES_NULL_OBJECTS: "merge null objects even if no argument is another value", since(Some(16), Some(13));
    /// The instances of an import are known before its target.
    IMPORTS_NEED_THEIR_INSTANCES: "report an import whose `for_each` refers to its target", since(Some(12), None);
    /// Variables of a file of tests may refer to each other.
    FILE_VARIABLES_REFER_TO_OTHERS: "let the variables of a file of tests refer to each other", since(Some(13), None);
    /// Variables from outside are defined in files of tests.
    OUTSIDE_VARIABLES_ARE_DEFINED:
        "warn of references in a file of tests to variables from outside that it does not define, whose values are \
         expressions",
        since(Some(13), None);
    /// Assertions on a plan see its outputs as they are.
    PLANNED_OUTPUTS_STAY_UNKNOWN:
        "let assertions on a plan see the unknown parts of its outputs as unknown, not as null",
        since(Some(14), None);
    /// Tests store no outputs.
    TESTED_OUTPUTS_ARE_EPHEMERAL: "let the root modules of tests have ephemeral outputs", since(Some(14), None);
    /// Tests set ephemeral variables.
    NEEDS_EPHEMERAL_VARIABLES:
        "refuse to apply a test that leaves an ephemeral variable at its default",
        since(Some(10), None).until_terraform(16);
    /// Tests destroy what they created.
    TESTS_DESTROY_ALL: "destroy after tests even objects with `prevent_destroy`", since(Some(14), None);
    /// Mocked providers open ephemeral resources.
    MOCKS_OPEN_EPHEMERAL: "open ephemeral resources of mocked providers in tests", since(Some(17), None);
    /// Objects move with `count` of a call.
    MODULES_GAIN_INDICES:
        "move the objects of a called module to index 0 if its call gains `count`, and back if it loses it",
        since(None, Some(11));
    /// Objects get other types.
    MOVES_BETWEEN_TYPES:
        "let `moved` blocks name resources of different types, whose objects the provider converts",
        since(Some(8), Some(10));
    /// The built-in provider converts objects.
    CONVERTS_NULL_RESOURCES:
        "convert objects of `null_resource` that move to `terraform_data`",
        since(Some(9), Some(10));
    /// Providers compute blocks.
    COMPUTES_BLOCKS: "let providers compute nested blocks that the configuration omits", since(Some(16), None);
    /// A resource is never null.
    RESOURCES_EXIST:
        "know in a check that a resource or data source without `count` and `for_each` exists, and the types of its \
         attributes",
        since(Some(15), None);
    /// Attributes that a variable drops are noticed.
    WARNS_OF_IGNORED_ATTRIBUTES:
        "warn of attributes in values of variables that the types of the variables do not have",
        since(None, Some(11));
    /// References to deprecated attributes are noticed.
    WARNS_OF_DEPRECATED_ATTRIBUTES:
        "warn of references to attributes that a provider calls deprecated",
        since(Some(15), Some(12));
    /// Created objects trigger replacements.
    CREATION_TRIGGERS:
        "replace by `replace_triggered_by` also if the object that it names is created",
        since(None, Some(12));
    /// `base64gzip` has another text.
    COMPRESSES_OTHERWISE:
        "compress by another algorithm in `base64gzip`, whose result is unknown here",
        since(None, Some(13));
}

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
