//! The functions of OpenTofu that state what is known of a value that is not known yet.

use hcl2_value::{Function, FunctionError, Parameter, RefinementError, Refiner, Type, Value};

use super::{ephemeral_mark, sensitive_mark};
use crate::support::{text, whole};

/// Returns all of them, sorted by name.
pub(super) fn functions() -> [Function; 12] {
    let [list, set, map] = [
        Type::list(Type::DYNAMIC),
        Type::set(Type::DYNAMIC),
        Type::map(Type::DYNAMIC),
    ];
    let lists = Lengths {
        ty: list,
        names: ["assumelistlength", "assumelistlengthmax", "assumelistlengthmin"],
        examples: [
            ("assumelistlength(tolist([1, 2]), 1, 3)", "tolist([1, 2])"),
            ("assumelistlengthmax(tolist([1, 2]), 3)", "tolist([1, 2])"),
            ("assumelistlengthmin(tolist([1, 2]), 1)", "tolist([1, 2])"),
        ],
    };
    let maps = Lengths {
        ty: map,
        names: ["assumemaplength", "assumemaplengthmax", "assumemaplengthmin"],
        examples: [
            ("assumemaplength(tomap({a = 1}), 1, 3)", "tomap({a = 1})"),
            ("assumemaplengthmax(tomap({a = 1}), 3)", "tomap({a = 1})"),
            ("assumemaplengthmin(tomap({a = 1}), 1)", "tomap({a = 1})"),
        ],
    };
    let sets = Lengths {
        ty: set,
        names: ["assumesetlength", "assumesetlengthmax", "assumesetlengthmin"],
        examples: [
            ("assumesetlength(toset([1, 2]), 1, 3)", "toset([1, 2])"),
            ("assumesetlengthmax(toset([1, 2]), 3)", "toset([1, 2])"),
            ("assumesetlengthmin(toset([1, 2]), 1)", "toset([1, 2])"),
        ],
    };
    let ([list, list_max, list_min], [map, map_max, map_min]) = (lists.functions(), maps.functions());
    let [set, set_max, set_min] = sets.functions();
    let (not_null, prefix) = (assumenotnull(), assumestringprefix());
    [
        assumeequal(),
        list,
        list_max,
        list_min,
        map,
        map_max,
        map_min,
        not_null,
        set,
        set_max,
        set_min,
        prefix,
    ]
}

fn assumeequal() -> Function {
    let any = |name, description| {
        Parameter::new(name, Type::DYNAMIC)
            .describe(description)
            .allow_null()
            .allow_unknown()
            .allow_dynamic()
            .allow_marked()
    };
    Function::new("assumeequal", |arguments, _| {
        let [actual, expected] = arguments else {
            return Err(FunctionError::new("two values are required").general());
        };
        let differ = || FunctionError::for_argument(0, "the value is not the assumed one").general();
        let actual = actual.convert(expected.ty()).map_err(|_| differ())?;
        if actual.equals(expected).unmark().0.as_bool() == Some(false) {
            return Err(differ());
        }
        // The result is known from the second argument alone, so the secrecy of the first does not matter.
        let hiding = [sensitive_mark(), ephemeral_mark()];
        let marks = actual.unmark_deep().1;
        Ok(expected.clone().with_marks(
            &marks
                .iter()
                .filter(|mark| !hiding.contains(mark))
                .cloned()
                .collect(),
        ))
    })
    .describe("Returns the second value, if the first one may be equal to it.")
    .example("assumeequal(\"a\", \"a\")", "\"a\"")
    .parameter(any("actual_value", "The value to make the assumption about."))
    .parameter(any(
        "expected_value",
        "The value that the first one is assumed to be.",
    ))
    .returns_computed(|arguments| Ok(arguments[1].ty().clone()))
}

fn assumenotnull() -> Function {
    assuming("assumenotnull", Type::DYNAMIC, |refiner, arguments| {
        if arguments[0].ty().is_dynamic() {
            let message = "the type of the value must be known; `convert` can state it";
            return Err(FunctionError::for_argument(0, message).general());
        }
        refiner.not_null().map_err(broken)
    })
    .describe("Returns a value that is assumed not to be null.")
    .example("assumenotnull(\"a\")", "\"a\"")
}

fn assumestringprefix() -> Function {
    assuming("assumestringprefix", Type::STRING, |refiner, arguments| {
        refiner.string_prefix(text(arguments, 1)).map_err(broken)
    })
    .describe("Returns a string that is assumed to start with a prefix.")
    .example("assumestringprefix(\"vpc-1\", \"vpc-\")", "\"vpc-1\"")
    .parameter(Parameter::new("prefix", Type::STRING).describe("The assumed prefix."))
}

/// The functions about the length of a kind of collection: within two bounds, at most, and at least.
struct Lengths {
    ty: Type,
    names: [&'static str; 3],
    examples: [(&'static str, &'static str); 3],
}

impl Lengths {
    fn functions(self) -> [Function; 3] {
        let ([between, max, min], [of_between, of_max, of_min]) = (self.names, self.examples);
        let bound = |name, description| Parameter::new(name, Type::NUMBER).describe(description);
        let least = || bound("min_length", "The least length, a whole number.");
        let most = || bound("max_length", "The greatest length, a whole number.");
        let between = assuming(between, self.ty.clone(), |refiner, arguments| {
            let refiner = refiner
                .length_lower_bound(length(arguments, 1)?)
                .map_err(broken)?;
            refiner.length_upper_bound(length(arguments, 2)?).map_err(broken)
        });
        let max = assuming(max, self.ty.clone(), |refiner, arguments| {
            refiner.length_upper_bound(length(arguments, 1)?).map_err(broken)
        });
        let min = assuming(min, self.ty, |refiner, arguments| {
            refiner.length_lower_bound(length(arguments, 1)?).map_err(broken)
        });
        [
            between
                .describe("Returns a collection whose length is assumed to lie between two bounds.")
                .example(of_between.0, of_between.1)
                .parameter(least())
                .parameter(most()),
            max.describe("Returns a collection whose length is assumed not to exceed a bound.")
                .example(of_max.0, of_max.1)
                .parameter(most()),
            min.describe("Returns a collection whose length is assumed to reach a bound.")
                .example(of_min.0, of_min.1)
                .parameter(least()),
        ]
    }
}

/// Creates a function that refines its first argument, which is of the type `ty`.
fn assuming(
    name: &'static str,
    ty: Type,
    refine: fn(Refiner, &[Value]) -> Result<Refiner, FunctionError>,
) -> Function {
    let value = Parameter::new("value", ty)
        .describe("The value to make the assumption about.")
        .allow_null()
        .allow_unknown()
        .allow_dynamic();
    Function::new(name, move |arguments, _| {
        refine(arguments[0].clone().refine(), arguments).map(Refiner::build)
    })
    .parameter(value)
    .returns_computed(|arguments| Ok(arguments[0].ty().clone()))
}

/// Returns a length that is an argument.
fn length(arguments: &[Value], index: usize) -> Result<u64, FunctionError> {
    let length = whole(&arguments[index], "the length")?;
    u64::try_from(length)
        .map_err(|_| FunctionError::for_argument(index, "the length must not be negative").general())
}

fn broken(_: RefinementError) -> FunctionError {
    FunctionError::for_argument(0, "the assumption does not hold").general()
}
