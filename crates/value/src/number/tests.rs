//! Facts about single numbers. Laws are in the submodule.

mod laws;

use super::*;

fn number(text: &str) -> Number {
    Number::parse(text).unwrap()
}

fn kind(text: &str) -> ParseNumberErrorKind {
    Number::parse(text).unwrap_err().kind()
}

#[test]
fn fractions_are_binary() {
    let difference = Number::ONE.sub(&number("0.9")).unwrap();
    assert_eq!(difference.to_string(), format!("0.1{}3", "0".repeat(153)));
    let sum = number("0.01").add(&number("0.04")).unwrap();
    assert_eq!(sum.to_string(), format!("0.04{}6", "9".repeat(153)));
    assert_eq!(number("0.1").add(&number("0.2")).unwrap().to_string(), "0.3");
    assert_eq!(number("0.07").add(&number("0.05")).unwrap().to_string(), "0.12");
    assert_eq!(number("1.7").mul(&number("1.3")).unwrap().to_string(), "2.21");
    assert_eq!(number("0.1").add(&number("0.2")).unwrap(), number("0.3"));
}

#[test]
fn remainders_keep_the_residue_of_rounding() {
    let rem = |left: &str, right: &str| number(left).rem(&number(right)).unwrap().to_string();
    assert_eq!(rem("11", "5.1"), format!("0.8{}24", "0".repeat(152)));
    assert_eq!(rem("11", "-4"), "3");
    assert_eq!(rem("-11", "4"), "-3");
    assert_eq!(rem("1000", "0"), "1000");
    assert_eq!(rem("0.5", "0"), "0.5");
    assert_eq!(rem("-1e30", "1e15"), "0");
    assert_eq!(rem("-9223372036854775808", "-1"), "0");
}

#[test]
fn residue_that_is_a_power_of_two_prints_as_in_the_reference() {
    let residue = number("64.3").rem(&number("0.001")).unwrap();
    assert_eq!(residue, number("1p-505"));
    let text = residue.to_string();
    assert!(text.starts_with("0.000"), "{text}");
    assert_eq!(
        text.trim_start_matches(['0', '.']),
        "9546676135936264631412435603792555311841883564288520824667543466504036332889751430318303859712547588302734\
         852167470209860368291961888387405422290981877868"
    );
}

#[test]
fn infinities_and_zeros_follow_their_signs() {
    let (zero, minus_zero) = (Number::ZERO, Number::ZERO.neg());
    let (infinity, minus_infinity) = (Number::INFINITY, Number::NEG_INFINITY);
    assert_eq!(minus_zero.to_string(), "-0");
    assert_eq!(number("-0.0e9"), minus_zero);
    assert_eq!(number("-0.0e9").to_string(), "-0");
    assert_eq!(minus_zero.neg().to_string(), "0");
    assert_eq!(minus_zero.abs().to_string(), "0");
    assert_eq!(minus_zero, zero);
    assert_eq!(zero.add(&minus_zero).unwrap().to_string(), "0");
    assert_eq!(zero.sub(&minus_zero).unwrap().to_string(), "0");
    assert_eq!(minus_zero.sub(&zero).unwrap().to_string(), "-0");
    assert_eq!(number("0.5").sub(&number("0.5")).unwrap().to_string(), "0");
    assert_eq!(zero.mul(&number("-1")).unwrap().to_string(), "-0");
    assert_eq!(zero.div(&number("-5")).unwrap().to_string(), "-0");
    assert_eq!(minus_zero.floor().to_string(), "0");
    assert_eq!(minus_zero.truncate().unwrap().to_string(), "-0");

    assert_eq!(infinity.to_string(), "+Inf");
    assert_eq!(minus_infinity.to_string(), "-Inf");
    assert_eq!(infinity.add(&number("5")), Ok(infinity.clone()));
    assert_eq!(number("0.5").sub(&infinity), Ok(minus_infinity.clone()));
    assert_eq!(
        infinity.add(&minus_infinity),
        Err(ArithmeticError::OpposingInfinities)
    );
    assert_eq!(infinity.sub(&infinity), Err(ArithmeticError::OpposingInfinities));
    assert_eq!(infinity.sub(&minus_infinity), Ok(infinity.clone()));
    assert_eq!(infinity.mul(&number("-0.5")), Ok(minus_infinity.clone()));
    assert_eq!(minus_zero.mul(&infinity), Err(ArithmeticError::ZeroTimesInfinity));
    assert_eq!(Number::ONE.div(&zero), Ok(infinity.clone()));
    assert_eq!(Number::ONE.div(&minus_zero), Ok(minus_infinity.clone()));
    assert_eq!(zero.div(&minus_zero), Err(ArithmeticError::Indeterminate));
    assert_eq!(infinity.div(&minus_infinity), Err(ArithmeticError::Indeterminate));
    assert_eq!(Number::ONE.div(&infinity), Ok(zero.clone()));
    assert_eq!(
        infinity.rem(&Number::ONE),
        Err(ArithmeticError::InfiniteRemainder)
    );
    assert_eq!(
        Number::ONE.rem(&infinity),
        Err(ArithmeticError::InfiniteRemainder)
    );
    assert_eq!(infinity.rem(&zero), Ok(infinity.clone()));
    assert_eq!(infinity.truncate(), Err(ArithmeticError::InfiniteInteger));
    assert_eq!(minus_infinity.ceil(), minus_infinity);
    assert_eq!(minus_infinity.abs(), infinity);
    assert!(minus_infinity < number("-1p2000000000") && number("1p2000000000") < infinity);
    assert_eq!(
        (
            minus_infinity.signum(),
            minus_zero.signum(),
            number("0.1").signum()
        ),
        (-1, 0, 1)
    );
}

#[test]
fn conversion_accepts_what_the_reference_accepts() {
    for (text, value) in [
        ("+1", "1"),
        ("1.", "1"),
        (".5", "0.5"),
        ("-.5", "-0.5"),
        ("010", "10"),
        ("1.e3", "1000"),
        ("1E+2", "100"),
        ("25e-2", "0.25"),
        ("1p4", "16"),
        ("1P-3", "0.125"),
        ("inf", "+Inf"),
        ("+Inf", "+Inf"),
        ("-inf", "-Inf"),
        ("0e99999999999", "0"),
        ("12345678901234567890123456789", "12345678901234567890123456789"),
        (
            "123456789012345678901234567.8901",
            "123456789012345678901234567.8901",
        ),
        ("0.0000000000000000000000000001", "0.0000000000000000000000000001"),
        (
            "0.00000000000000000000000000001",
            "0.00000000000000000000000000001",
        ),
    ] {
        assert_eq!(number(text).to_string(), value, "{text}");
    }
    for text in [
        "", "+", "-", ".", "+.", "e5", ".e3", "1e", "1e+", "1 ", " 1", "1_0", "0x10", "0b1", "1.2.3",
        "1e5e5", "--1", "INF", "infinity", "nan", "1e5.0", "１", "1\0",
    ] {
        assert_eq!(kind(text), ParseNumberErrorKind::Syntax, "{text}");
    }
    assert_eq!(kind("1e3000000000"), ParseNumberErrorKind::ExponentRange);
    assert_eq!(
        kind("1e99999999999999999999"),
        ParseNumberErrorKind::ExponentRange
    );
    assert_eq!(
        kind("0.1e-9223372036854775807"),
        ParseNumberErrorKind::ExponentRange
    );
    assert_eq!(kind("1p2147483647"), ParseNumberErrorKind::ExponentRange);
}

#[test]
fn literals_are_stricter() {
    let literal = |text: &str| Number::parse_literal(text).map_err(|error| error.kind());
    assert_eq!(literal("1.50"), Ok(number("1.5")));
    assert_eq!(literal("1e3"), Ok(Number::from(1000)));
    assert_eq!(literal("007"), Ok(Number::from(7)));
    for text in ["-1", "+1", "1.", ".5", "1p4", "inf", "", "1e"] {
        assert_eq!(literal(text), Err(ParseNumberErrorKind::Syntax), "{text}");
    }
    // 2^512 and its neighbours: the last two have 513 significant bits.
    let power = num_bigint::BigUint::from(1_u32) << 512_u32;
    assert_eq!(literal(&power.to_string()), Ok(number("1p512")));
    assert_eq!(
        literal(&(&power - 1_u32).to_string()),
        number("1p512").sub(&Number::ONE).map_err(|_| unreachable!())
    );
    assert_eq!(
        literal(&(&power + 2_u32).to_string()),
        Ok(number("1p512").add(&Number::from(2)).unwrap())
    );
    assert_eq!(
        literal(&(&power + 1_u32).to_string()),
        Err(ParseNumberErrorKind::Inexact)
    );
    assert_eq!(
        literal(&format!("1{}", "0".repeat(220))).map(|value| value.is_integer()),
        Ok(true)
    );
    assert_eq!(
        literal(&format!("1{}", "0".repeat(221))),
        Err(ParseNumberErrorKind::Inexact)
    );
    let great = num_bigint::BigUint::from(1_u32) << 1000_u32;
    assert_eq!(literal(&great.to_string()), Ok(number("1p1000")));
    assert_eq!(
        literal(&(great + 1_u32).to_string()),
        Err(ParseNumberErrorKind::Inexact)
    );
    assert_eq!(literal(&"7".repeat(100_000)), Err(ParseNumberErrorKind::Inexact));
    // Fractions and exponents are rounded.
    assert_eq!(literal("1e222"), Ok(number("1e222")));
    assert_eq!(literal("1e1000000000"), Err(ParseNumberErrorKind::ExponentRange));
    assert_eq!(literal("1e-1000000000"), Ok(Number::ZERO));
}

#[test]
fn whole_numbers_are_parsed_in_other_bases() {
    let parse = |text: &str, base| Number::from_str_radix(text, base).map_err(|error| error.kind());
    assert_eq!(parse("-ff", 16), Ok(Number::from(-255)));
    assert_eq!(parse("+FF", 16), Ok(Number::from(255)));
    assert_eq!(parse("zZ", 36), Ok(Number::from(35 * 36 + 35)));
    assert_eq!(parse("zZ", 62), Ok(Number::from(35 * 62 + 61)));
    assert_eq!(parse("00", 2).map(|zero| zero.to_string()), Ok("0".to_owned()));
    assert_eq!(parse(&format!("1{}", "0".repeat(600)), 2), Ok(number("1p600")));
    let long = parse(&format!("1{}1", "0".repeat(600)), 2).unwrap();
    assert_eq!((long.precision(), long.is_integer()), (602, true));
    assert_eq!(long.sub(&number("1p601")), Ok(Number::ONE));
    assert_eq!(parse(&"1".repeat(20_001), 2), Err(ParseNumberErrorKind::Inexact));
    for (text, base) in [
        ("", 10),
        ("-", 10),
        ("2", 2),
        ("_", 10),
        ("1", 1),
        ("1", 63),
        ("g", 16),
        (" 1", 10),
    ] {
        assert_eq!(
            parse(text, base),
            Err(ParseNumberErrorKind::Syntax),
            "{text} in {base}"
        );
    }
}

#[test]
fn doubles_print_as_doubles() {
    let double = |value| Number::from_f64(value).unwrap();
    assert_eq!(double(0.1).to_string(), "0.1");
    assert_eq!(double(2_f64.powi(62)).to_string(), "4611686018427388000");
    assert_eq!(double(2_f64.powi(62)), Number::from(1_i64 << 62));
    assert_eq!(
        double(2_f64.powi(62)).add(&Number::ZERO).unwrap().to_string(),
        "4611686018427387904"
    );
    assert_eq!(
        double(0.1).add(&Number::ZERO).unwrap().to_string(),
        "0.10000000000000000555"
    );
    assert_eq!(double(0.1).add(&number("0")).unwrap().to_string().len(), 57);
    assert_eq!(
        double(5e-324).to_string().trim_start_matches(['0', '.']),
        "4940656458412465"
    );
    // Halfway between two decimals the even one is the text.
    assert_eq!(
        double("205489699162808.625".parse().unwrap()).to_string(),
        "205489699162808.62"
    );
    assert_eq!(double(-0.0).to_string(), "-0");
    assert!(Number::from_f64(f64::NAN).is_none());
    assert_eq!(double(f64::NEG_INFINITY), Number::NEG_INFINITY);
    assert_eq!(i64::try_from(&double(3.0)).ok(), Some(3));
}

#[test]
fn text_halfway_between_two_numbers_is_not_that_of_the_odd_one() {
    // An odd mantissa of 512 bits. Half a unit in its last place above the number is a multiple of 100.
    let least = num_bigint::BigUint::from(1_u32) << 511_u32;
    let mantissa = &least + (87_u32 - &least % 50_u32) % 50_u32;
    let exact = mantissa * 16_u32;
    let halfway = (&exact + 8_u32).to_string();
    assert!(halfway.ends_with("00"), "{halfway}");
    let odd = number(&exact.to_string());
    assert_ne!(number(&halfway), odd);
    assert_eq!(number(&odd.to_string()), odd);
}

#[test]
fn decimals_that_are_doubles_are_found() {
    for (text, double) in [
        ("0.25", Some(0.25)),
        ("-1234.5", Some(-1234.5)),
        ("0.000000003725290298461914062500", Some(2_f64.powi(-28))),
        ("2251799813685248.5", Some(2_251_799_813_685_248.5)),
        ("4503599627370496.5", None),
        ("0.1", None),
        ("-0.3", None),
    ] {
        assert_eq!(f64::try_from(&number(text)).ok(), double, "{text}");
    }
    assert_eq!(number("0.1").to_f64(), (0.1, false));
}

/// Returns a number of each precision: parsed, counted, and a double.
fn of_each_precision(value: i32) -> [Number; 3] {
    [
        number(&value.to_string()),
        Number::from(value),
        Number::from_f64(value.into()).unwrap(),
    ]
}

#[test]
fn result_has_the_larger_precision_of_its_operands() {
    let precisions = [512, 64, 53];
    for (left, left_precision) in of_each_precision(1).iter().zip(precisions) {
        assert_eq!(left.precision(), left_precision);
        for (right, right_precision) in of_each_precision(3).iter().zip(precisions) {
            let larger = left_precision.max(right_precision);
            for result in [left.add(right), left.sub(right), left.mul(right), left.div(right)] {
                assert_eq!(result.unwrap().precision(), larger);
            }
            assert_eq!(left.rem(right).unwrap().precision(), left_precision);
            let text = left.div(right).unwrap().to_string();
            let expected = match larger {
                512 => format!("0.{}5", "3".repeat(154)),
                64 => "0.33333333333333333334".to_owned(),
                _ => "0.3333333333333333".to_owned(),
            };
            assert_eq!(text, expected);
        }
        for result in [left.neg(), left.neg().abs(), left.floor(), left.ceil()] {
            assert_eq!(result.precision(), left_precision);
        }
    }
}

#[test]
fn zeros_and_infinities_carry_a_precision() {
    let root = number("2").pow(&number("0.5")).unwrap();
    let third = |number: &Number| number.div(&Number::from_f64(3.0).unwrap()).unwrap().to_string();
    let zeros = of_each_precision(0);
    for (zero, digits) in zeros.iter().zip([155, 20, 17]) {
        for zero in [
            zero.clone(),
            zero.neg(),
            zero.abs(),
            Number::ONE.rem(&Number::ONE).unwrap().mul(zero).unwrap(),
        ] {
            let text = third(&zero.add(&root).unwrap());
            assert!(
                text.len() <= digits.max(22) + 2 && text.starts_with("0.4714045207910317"),
                "{text}"
            );
        }
        assert_eq!(zero.neg().precision(), zero.precision());
        assert_eq!(Number::INFINITY.mul(&number("-1")).unwrap().precision(), 512);
        assert_eq!(zero.div(&Number::INFINITY).unwrap().precision(), zero.precision());
    }
    assert_eq!(third(&zeros[1].add(&root).unwrap()), "0.47140452079103171515");
    assert_eq!(third(&zeros[2].add(&root).unwrap()), "0.47140452079103173");
}

#[test]
fn product_keeps_the_bits_that_it_needs() {
    let double = |value: f64| Number::from_f64(value).unwrap();
    let root = number("2").pow(&number("0.5")).unwrap();
    let square = root.mul(&root).unwrap();
    assert_eq!(square.to_string(), "2.00000000000000027343234630647693");
    assert_eq!(square.precision(), 106);
    let great = double(2_f64.powi(40) + 1.0);
    assert_eq!(
        great.mul(&great).unwrap().to_string(),
        "1208925819616828197961729"
    );
    let less = double(2_f64.powi(30) + 1.0);
    let product = less.mul(&less).unwrap();
    assert_eq!(
        (product.to_string(), product.precision()),
        ("1152921506754330625".to_owned(), 61)
    );
    assert_eq!(
        product.div(&double(7.0)).unwrap().to_string(),
        "164703072393475803.6"
    );
    assert_eq!(double(3.0).mul(&double(5.0)).unwrap().precision(), 53);
    let counted = Number::from(i64::MAX).mul(&Number::from(i64::MAX)).unwrap();
    assert_eq!(counted.precision(), 126);
}

#[test]
fn whole_numbers_are_equal_if_their_values_are() {
    let double = |value: f64| Number::from_f64(value).unwrap();
    assert_eq!(double(2_f64.powi(60)), number("1152921504606846976"));
    assert_ne!(double(2_f64.powi(60)), number("1152921504606847000"));
    assert_eq!(double(2_f64.powi(60)).to_string(), "1152921504606847000");
    assert_eq!(double(2_f64.powi(77)), number("1p77"));
    assert_eq!(double(1e25).add(&Number::ZERO).unwrap(), double(1e25));
    assert_eq!(double(-0.0), number("0"));
}

#[test]
fn other_numbers_are_equal_if_their_shortest_decimals_are() {
    use std::hash::{BuildHasher, RandomState};

    let hasher = RandomState::new();
    let double = |value: f64| Number::from_f64(value).unwrap();
    let third = |precision: usize| {
        let (ones, threes) = (of_each_precision(1), of_each_precision(3));
        ones[precision].div(&threes[precision]).unwrap()
    };
    for (left, right) in [
        (double(1.2), number("1.2")),
        (double(-1.1), number("-1.1")),
        (double(5e-324), number("4940656458412465e-339")),
        (third(1), number("0.33333333333333333334")),
        (third(2), number("0.3333333333333333")),
        (number("0.1").add(&number("0.2")).unwrap(), number("0.3")),
    ] {
        assert_eq!(left, right);
        assert_eq!(left.cmp(&right), std::cmp::Ordering::Equal);
        assert_eq!(hasher.hash_one(&left), hasher.hash_one(&right), "{left}");
    }
    let root = number("2").pow(&number("0.5")).unwrap();
    for (left, right) in [
        (third(0), third(1)),
        (third(1), third(2)),
        (Number::ONE.sub(&number("0.9")).unwrap(), number("0.1")),
        // One value at two precisions.
        (root.add(&number("0")).unwrap(), root.clone()),
        (double(1.2), number("1.2000000000000001")),
    ] {
        assert_ne!(left, right);
    }
    assert!(double(1.2).cmp_exact(&number("1.2")).is_lt());
    assert!(root.add(&number("0")).unwrap().cmp_exact(&root).is_eq());
}

#[test]
fn powers_and_logarithms_are_those_of_doubles() {
    let pow = |base: &str, power: &str| number(base).pow(&number(power)).map(|value| value.to_string());
    let log = |value: &str, base: &str| number(value).log(&number(base)).map(|value| value.to_string());
    assert_eq!(pow("3", "-1").unwrap(), "0.3333333333333333");
    assert_eq!(pow("2", "100").unwrap(), "1267650600228229400000000000000");
    assert_eq!(pow("2", "10").unwrap(), "1024");
    assert_eq!(pow("-2.5", "3").unwrap(), "-15.625");
    assert_eq!(pow("2", "0.7").unwrap(), "1.624504792712471");
    assert_eq!(pow("0.1", "3").unwrap(), "0.0010000000000000002");
    assert_eq!(pow("0", "-1").unwrap(), "+Inf");
    assert_eq!(pow("-0", "-3").unwrap(), "-Inf");
    assert_eq!(pow("-1", "1e19").unwrap(), "1");
    assert_eq!(pow("16", "-0.5").unwrap(), "0.25");
    assert_eq!(pow("-8", "0.3"), Err(ArithmeticError::NotReal));
    assert_eq!(pow("1e400", "2"), Err(ArithmeticError::BeyondDouble));
    assert_eq!(log("3", "1.5").unwrap(), "2.7095112913514545");
    assert_eq!(log("2", "0").unwrap(), "-0");
    assert_eq!(log("2", "1").unwrap(), "+Inf");
    assert_eq!(log("0", "10").unwrap(), "-Inf");
    assert_eq!(log("-1", "10"), Err(ArithmeticError::NotReal));
    assert_eq!(log("1", "1"), Err(ArithmeticError::NotReal));
}

#[test]
fn integers_of_every_width_convert_exactly() {
    assert_eq!(Number::from(i128::MIN).to_string(), i128::MIN.to_string());
    assert_eq!(i128::try_from(&Number::from(i128::MIN)), Ok(i128::MIN));
    assert_eq!(u128::try_from(&Number::from(u128::MAX)), Ok(u128::MAX));
    assert_eq!(
        i128::try_from(&Number::from(u128::MAX)),
        Err(NotExactError::OutOfRange)
    );
    assert_eq!(i64::try_from(&number("-9223372036854775808")), Ok(i64::MIN));
    assert_eq!(i64::try_from(&number("9223372036854775808")).ok(), None);
    assert_eq!(u64::try_from(&number("9223372036854775808")).ok(), Some(1 << 63));
    assert_eq!(u64::try_from(&number("18446744073709551616")).ok(), None);
    assert_eq!(u64::try_from(&Number::from(u64::MAX)).ok(), Some(u64::MAX));
    assert_eq!(u8::try_from(&Number::from(256)), Err(NotExactError::OutOfRange));
    assert_eq!(u8::try_from(&Number::from(-1)), Err(NotExactError::OutOfRange));
    assert_eq!(i8::try_from(&number("1.5")), Err(NotExactError::NotInteger));
    assert_eq!(i8::try_from(&Number::INFINITY), Err(NotExactError::NotInteger));
    assert_eq!(i64::try_from(&number("-0")), Ok(0));
    assert_eq!(Number::from(i64::MIN).neg(), number("9223372036854775808"));
    assert_eq!(
        i64::try_from(&number("9223372036854775808").neg()).ok(),
        Some(i64::MIN)
    );
    assert_eq!(number("0.1").to_f64(), (0.1, false));
    assert_eq!(f64::try_from(&number("0.5")).ok(), Some(0.5));
    assert_eq!(number("1e400").to_f64(), (f64::INFINITY, false));
    assert_eq!(number("-1e400").to_f64(), (f64::NEG_INFINITY, false));
    assert_eq!(number("-1e-400").to_f64(), (-0.0, false));
    assert_eq!(number("1p-1075").to_f64(), (0.0, false));
    assert_eq!(number("3p-1076").to_f64(), (5e-324, false));
}

#[test]
fn whole_parts() {
    for (text, floor, ceil, truncated) in [
        ("1.5", "1", "2", "1"),
        ("-1.5", "-2", "-1", "-1"),
        ("0.25", "0", "1", "0"),
        ("-0.25", "-1", "0", "0"),
        ("7", "7", "7", "7"),
        (
            "1e30",
            "1000000000000000000000000000000",
            "1000000000000000000000000000000",
            "1000000000000000000000000000000",
        ),
    ] {
        let value = number(text);
        assert_eq!(value.floor().to_string(), floor);
        assert_eq!(value.ceil().to_string(), ceil);
        assert_eq!(value.truncate().unwrap().to_string(), truncated);
    }
}

#[test]
fn enormous_numbers_stay_cheap() {
    use std::hash::{DefaultHasher, Hash};

    assert_eq!(number("1e1000000000"), Number::INFINITY);
    assert_eq!(number("-1e-1000000000").to_string(), "-0");
    let huge = number("-1e600000000");
    let limit = huge.to_string_limited(1_000_000).unwrap_err();
    assert_eq!(limit.limit(), 1_000_000);
    assert_eq!(huge.to_string(), "-1.00000e600000000");
    assert_eq!(huge.mul(&huge), Ok(Number::INFINITY));
    assert_eq!(
        Number::ONE.div(&huge).unwrap().div(&huge).unwrap().to_string(),
        "0"
    );
    assert_eq!(huge.add(&Number::ONE).unwrap(), huge);
    assert_eq!(number("0.1").sub(&huge).unwrap(), huge.neg());
    assert!(huge < Number::from(i64::MIN) && huge.is_integer() && huge.floor() == huge);
    assert_eq!(i64::try_from(&huge), Err(NotExactError::OutOfRange));
    assert!(!huge.rem(&number("3.3")).unwrap().is_infinite());
    huge.hash(&mut DefaultHasher::new());
    assert_eq!(number(&"9".repeat(300_000)).to_f64().0, f64::INFINITY);
    assert_eq!(number("1e200").to_string_limited(200).unwrap_err().limit(), 200);
    assert_eq!(number("1e200").to_string_limited(201).unwrap().len(), 201);
    assert_eq!(number("-1e-200").to_string_limited(201).unwrap().len(), 203);
    assert_eq!(Number::from(100).to_string_limited(2).unwrap_err().limit(), 2);
}

#[cfg(feature = "interop-num-bigint")]
#[test]
fn big_integers_convert_if_exact() {
    use num_bigint::BigInt;

    let exact = (BigInt::from(-3) << 1000_u32, number("-3p1000"));
    assert_eq!(Number::try_from(&exact.0), Ok(exact.1.clone()));
    assert_eq!(BigInt::try_from(&exact.1), Ok(exact.0.clone()));
    assert_eq!(Number::try_from(&(exact.0 + 1)), Err(NotExactError::Inexact));
    assert_eq!(BigInt::try_from(&number("0.5")), Err(NotExactError::NotInteger));
    assert_eq!(
        BigInt::try_from(&number("1p2000000000")),
        Err(NotExactError::OutOfRange)
    );
    assert_eq!(BigInt::try_from(&number("-0")), Ok(BigInt::from(0)));
}

#[cfg(feature = "interop-rust-decimal")]
#[test]
fn decimals_convert_by_their_digits() {
    let decimal = |text: &str| Decimal::from_str_exact(text).unwrap();
    assert_eq!(Number::from(decimal("0.10")), number("0.1"));
    assert_eq!(Number::from(decimal("-12.0")), Number::from(-12));
    assert_eq!(
        Number::from(Decimal::MAX),
        number("79228162514264337593543950335")
    );
    assert_eq!(
        Decimal::try_from(&number("0.1").add(&number("0.2")).unwrap()),
        Ok(decimal("0.3"))
    );
    assert_eq!(
        Decimal::try_from(&Number::parsed(1).div(&Number::from(3)).unwrap()),
        Err(NotExactError::Inexact)
    );
    assert_eq!(Decimal::try_from(&number("1e29")), Err(NotExactError::OutOfRange));
    assert_eq!(
        Decimal::try_from(&Number::INFINITY),
        Err(NotExactError::OutOfRange)
    );
}
