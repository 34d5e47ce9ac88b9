//! Laws that hold for all numbers, and proofs that the inline representations only save time.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;

use super::super::precision::Precision;
use super::*;

/// Runs 10,000 cases, or as many as `PROPTEST_CASES` asks for.
fn cases() -> ProptestConfig {
    let asked = std::env::var("PROPTEST_CASES")
        .ok()
        .and_then(|text| text.parse().ok());
    ProptestConfig::with_cases(asked.unwrap_or(10_000))
}

/// Generates numbers as strings: small and great, short and long, close to each other and far apart.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof![
        any::<i64>().prop_map(|value| value.to_string()),
        (-20_i32..20).prop_map(|value| value.to_string()),
        "-?[0-9]{1,3}\\.[0-9]{1,3}",
        "-?[0-9]{1,14}\\.[0-9]{1,14}",
        "-?[0-9]{1,40}",
        "-?[0-9]{1,160}\\.[0-9]{1,60}",
        "-?[0-9]{1,10}(\\.[0-9]{1,20})?e-?[0-9]{1,2}",
        "-?[0-9]{1,3}p-?[0-9]{1,3}",
        "-?0\\.0{1,30}[0-9]{1,25}",
    ]
}

fn doubles() -> impl Strategy<Value = Number> {
    prop_oneof![
        any::<f64>().prop_filter_map("a number", Number::from_f64),
        (-1000_i32..1000).prop_filter_map("a number", |value| Number::from_f64(f64::from(value) / 8.0)),
        (-1000_i32..1000).prop_filter_map("a number", |value| Number::from_f64(f64::from(value) / 10.0)),
    ]
}

/// Generates counted whole numbers, and quotients of them.
fn counted() -> impl Strategy<Value = Number> {
    prop_oneof![
        (-20_i32..20).prop_map(Number::from),
        any::<i64>().prop_map(Number::from),
        any::<i128>().prop_map(Number::from),
        (-99_i32..99, 1_i32..20).prop_map(|(a, b)| Number::from(a).div(&Number::from(b)).unwrap()),
    ]
}

/// Generates numbers of every precision.
fn numbers() -> impl Strategy<Value = Number> {
    let parsed = || texts().prop_map(|text| number(&text));
    prop_oneof![
        6 => parsed(),
        2 => doubles(),
        2 => counted(),
        1 => (doubles(), doubles())
            .prop_filter_map("a number", |(a, b)| a.mul(&b).ok().filter(|product| !product.is_infinite())),
    ]
}

/// Generates numbers that are close to each other: of the same text or nearly, at different precisions.
fn near() -> impl Strategy<Value = (Number, Number)> {
    let of = |text: &str, precision: u8| match precision {
        0 => number(text),
        1 => Number::from_f64(text.parse().unwrap()).unwrap(),
        2 => number(text)
            .add(&Number::from_f64(0.5).unwrap())
            .unwrap()
            .sub(&number("0.5"))
            .unwrap(),
        // The text without its point, divided as counted numbers are.
        _ => {
            let digits: i64 = text.replace('.', "").parse().unwrap();
            let places = text.split_once('.').map_or(0, |(_, fraction)| fraction.len());
            Number::from(digits)
                .div(&Number::from(10_i64.pow(places as u32)))
                .unwrap()
        }
    };
    ("-?[0-9]{1,8}\\.[0-9]{1,9}", 0_u8..4, 0_u8..4, any::<bool>()).prop_map(
        move |(text, one, other, changed)| {
            let right = if changed {
                format!("{text}{}", 1)
            } else {
                text.clone()
            };
            (of(&text, one), of(&right, other))
        },
    )
}

fn finite() -> impl Strategy<Value = Number> {
    numbers().prop_filter("finite", |value| !value.is_infinite())
}

/// Returns the same value in the wide representation, even if it fits an inline one.
fn widened(value: &Number) -> Number {
    match value.operand() {
        Operand::Finite(wide) => Number(Repr::Wide(Arc::new(wide.into_owned()))),
        _ => value.clone(),
    }
}

fn hash(value: &Number) -> u64 {
    let mut hasher = DefaultHasher::new();
    value.hash(&mut hasher);
    hasher.finish()
}

/// Returns the numerator and denominator of a finite number.
fn ratio(value: &Number) -> (BigInt, BigInt) {
    let Operand::Finite(wide) = value.operand() else {
        return (BigInt::ZERO, BigInt::from(1));
    };
    let mantissa = BigInt::from(wide.mantissa().clone()) * if wide.is_negative() { -1 } else { 1 };
    let shift = wide.exponent().unsigned_abs();
    if wide.exponent() >= 0 {
        (mantissa << shift, 1.into())
    } else {
        (mantissa, BigInt::from(1) << shift)
    }
}

/// Returns whether a number is the value of that precision nearest to a fraction, with an even mantissa if two are
/// equally near.
fn is_nearest(value: &Number, precision: u64, numerator: &BigInt, denominator: &BigInt) -> bool {
    let Operand::Finite(wide) = value.operand() else {
        return numerator == &BigInt::ZERO;
    };
    let (own_numerator, own_denominator) = ratio(value);
    let distance = own_numerator * denominator - numerator * &own_denominator;
    let scale = (denominator * own_denominator).magnitude().clone();
    // Half of the last place of the binade, and half as much below a power of two.
    let last = wide.magnitude_exponent() - precision as i64;
    let halves = if wide.mantissa() == &BigUint::from(1_u32) && is_toward_zero(&distance, value) {
        2
    } else {
        1
    };
    let (left, right) = shifted(distance.magnitude().clone(), scale, last - halves);
    match left.cmp(&right) {
        Ordering::Less => true,
        Ordering::Equal => wide.mantissa().bits() < precision,
        Ordering::Greater => false,
    }
}

/// Returns whether the exact value is nearer to zero than the number.
fn is_toward_zero(distance: &BigInt, value: &Number) -> bool {
    (distance < &BigInt::ZERO) == value.is_negative()
}

fn shifted(left: BigUint, right: BigUint, exponent: i64) -> (BigUint, BigUint) {
    let shift = exponent.unsigned_abs();
    if exponent >= 0 {
        (left, right << shift)
    } else {
        (left << shift, right)
    }
}

proptest! {
    #![proptest_config(cases())]

    #[test]
    fn numbers_read_back_from_their_text(value in finite()) {
        let text = value.to_string();
        prop_assert!(!text.contains(['e', 'E']));
        let (read, is_power) = (number(&text), matches!(value.operand(), Operand::Finite(wide) if wide.mantissa().bits() == 1));
        if is_power && text.len() > 154 {
            let Operand::Finite(wide) = value.operand() else { unreachable!() };
            let last = wide.magnitude_exponent() - i64::from(value.precision()) - 1;
            let half = number(&format!("1p{last}"));
            prop_assert!(read.sub(&value).unwrap().abs() <= half);
        } else if !value.is_integer() {
            prop_assert_eq!(&read, &value);
            prop_assert_eq!(&read.to_string(), &text);
        } else if value.precision() == 512 {
            prop_assert!(read.cmp_exact(&value).is_eq());
        }
        if let Repr::Double(double) = &value.0 {
            prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), double.to_bits());
        }
    }

    #[test]
    fn text_of_a_double_is_that_of_the_wide_number(value in doubles().prop_filter("finite", |value| !value.is_infinite())) {
        prop_assert_eq!(widened(&value).to_string(), value.to_string());
    }

    #[test]
    fn inline_and_wide_text_agree(text in texts()) {
        let value = number(&text);
        if let Operand::Finite(wide) = value.operand() {
            prop_assert_eq!(widened(&value).to_string(), value.to_string());
            prop_assert_eq!(print::shortest_text(&wide), value.to_string());
        }
    }

    #[test]
    fn inline_and_wide_arithmetic_agree(left in finite(), right in finite()) {
        let (wide_left, wide_right) = (widened(&left), widened(&right));
        let same = |inline: Result<Number, ArithmeticError>, wide: Result<Number, ArithmeticError>| {
            let facts = |result: &Result<Number, ArithmeticError>| {
                result.clone().map(|number| (number.is_negative(), number.precision(), number.to_string()))
            };
            inline == wide && facts(&inline) == facts(&wide)
        };
        let precision = left.bits().max(right.bits());
        prop_assert!(same(left.add(&right), wide_left.add_operands(&wide_right, false, precision)));
        prop_assert!(same(left.sub(&right), wide_left.add_operands(&wide_right, true, precision)));
        prop_assert!(same(left.mul(&right), wide_left.mul_operands(&wide_right)));
        prop_assert!(same(left.div(&right), wide_left.div_operands(&wide_right)));
        prop_assert!(same(left.rem(&right), wide_left.rem_operands(&wide_right)));
        prop_assert!(same(Ok(left.neg()), Ok(wide_left.neg())));
        prop_assert!(same(Ok(left.floor()), Ok(wide_left.floor())));
        prop_assert!(same(Ok(left.ceil()), Ok(wide_left.ceil())));
    }

    #[test]
    fn integers_agree_with_those_of_rust(left in -1000_i64..1000, right in -1000_i64..1000) {
        let (a, b) = (Number::from(left), Number::from(right));
        prop_assert_eq!(a.add(&b).unwrap(), Number::from(left + right));
        prop_assert_eq!(a.sub(&b).unwrap(), Number::from(left - right));
        prop_assert_eq!(a.mul(&b).unwrap(), Number::from(left * right));
        if right != 0 {
            prop_assert_eq!(a.rem(&b).unwrap(), Number::from(left % right));
            prop_assert_eq!(a.div(&b).unwrap().truncate().unwrap(), Number::from(left / right));
        }
    }

    #[test]
    fn results_are_nearest(left in finite(), right in finite()) {
        let ((a, b), (c, d)) = (ratio(&left), ratio(&right));
        let precision = left.bits().max(right.bits()).bits();
        prop_assert!(is_nearest(&left.add(&right).unwrap(), precision, &(&a * &d + &c * &b), &(&b * &d)));
        prop_assert!(is_nearest(&left.mul(&right).unwrap(), Precision::PARSED.bits(), &(&a * &c), &(&b * &d)));
        if !right.is_zero() {
            prop_assert!(is_nearest(&left.div(&right).unwrap(), precision, &(a * d), &(b * c)));
        }
    }

    #[test]
    fn parsing_is_nearest(digits in "[1-9][0-9]{0,200}", tens in -220_i32..220) {
        let exact: BigInt = digits.parse().unwrap();
        let power = BigInt::from(10).pow(tens.unsigned_abs());
        let (numerator, denominator) = if tens < 0 { (exact, power) } else { (exact * power, 1.into()) };
        let value = number(&format!("{digits}e{tens}"));
        prop_assert!(is_nearest(&value, 512, &numerator, &denominator));
    }

    #[test]
    fn exact_order_is_total_and_that_of_the_values(left in numbers(), right in numbers(), third in numbers()) {
        prop_assert_eq!(left.cmp_exact(&right), right.cmp_exact(&left).reverse());
        prop_assert_eq!(left.cmp_exact(&right), widened(&left).cmp_exact(&widened(&right)));
        prop_assert_eq!(left.cmp_exact(&right), left.cmp_exact(&widened(&right)));
        if left.cmp_exact(&right).is_le() && right.cmp_exact(&third).is_le() {
            prop_assert!(left.cmp_exact(&third).is_le());
        }
        if let Ok(difference) = left.sub(&right) {
            prop_assert_eq!(left.cmp_exact(&right), difference.signum().cmp(&0));
        }
    }

    #[test]
    fn order_is_total_and_that_of_the_decimals((left, right) in near(), third in numbers(), other in numbers()) {
        let all = [left, right, third, other];
        for a in &all {
            for b in &all {
                prop_assert_eq!(a.cmp(b), b.cmp(a).reverse());
                prop_assert_eq!(a.cmp(b), widened(a).cmp(b));
                if !a.is_integer() && !b.is_integer() && !a.is_infinite() && !b.is_infinite() {
                    prop_assert_eq!(a.cmp(b), number(&a.to_string()).cmp_exact(&number(&b.to_string())));
                } else {
                    prop_assert_eq!(a.cmp(b), a.cmp_exact(b));
                }
                for c in &all {
                    prop_assert!(!(a <= b && b <= c) || a <= c);
                }
            }
        }
    }

    #[test]
    fn equality_is_that_of_the_decimals_and_agrees_with_hashes((left, right) in near(), other in numbers()) {
        for (a, b) in [(&left, &right), (&left, &other), (&other, &widened(&other)), (&left, &widened(&left))] {
            let has_fraction = |number: &Number| !number.is_integer() && !number.is_infinite();
            if has_fraction(a) && has_fraction(b) {
                prop_assert_eq!(a == b, a.to_string() == b.to_string());
            } else {
                prop_assert_eq!(a == b, a.cmp_exact(b).is_eq());
            }
            prop_assert_eq!(a == b, b == a);
            prop_assert_eq!(a == b, a.cmp(b).is_eq());
            if a == b {
                prop_assert_eq!(hash(a), hash(b));
            }
        }
    }

    #[test]
    fn near_decimals_have_different_hashes(whole in any::<u32>(), fraction in 1_u32..999_999_999) {
        let (value, next) = (format!("{whole}.{fraction:09}"), format!("{whole}.{:09}", fraction + 1));
        prop_assert_ne!(hash(&number(&value)), hash(&number(&next)));
    }

    #[test]
    fn integers_come_back(value in any::<i128>(), unsigned in any::<u128>(), shift in 0_u32..128) {
        let (value, unsigned) = (value >> shift, unsigned >> shift);
        prop_assert_eq!(i128::try_from(&Number::from(value)), Ok(value));
        prop_assert_eq!(u128::try_from(&Number::from(unsigned)), Ok(unsigned));
        prop_assert_eq!(i64::try_from(&Number::from(value)).ok(), i64::try_from(value).ok());
        prop_assert_eq!(u64::try_from(&Number::from(value)).ok(), u64::try_from(value).ok());
        prop_assert_eq!(&Number::from(value), &number(&value.to_string()));
        prop_assert_eq!(Number::from(value).cmp(&Number::from(unsigned >> 1)), value.cmp(&((unsigned >> 1) as i128)));
    }

    #[test]
    fn doubles_come_back(value in any::<f64>().prop_filter("a number", |value| !value.is_nan()), text in texts()) {
        let exact = Number::from_f64(value).unwrap();
        prop_assert_eq!(exact.to_f64(), (value, true));
        prop_assert_eq!(widened(&exact).to_f64(), (value, true));
        let parsed = number(&text);
        if !text.contains('p') {
            prop_assert_eq!(parsed.to_f64().0, text.parse::<f64>().unwrap());
        }
        prop_assert_eq!(parsed.to_f64().1, Number::from_f64(parsed.to_f64().0).unwrap().cmp_exact(&parsed).is_eq());
    }

    #[test]
    fn negation_and_subtraction_undo(left in finite(), right in finite()) {
        prop_assert_eq!(left.neg().neg(), left.clone());
        prop_assert_eq!(left.sub(&right).unwrap(), left.add(&right.neg()).unwrap());
        prop_assert_eq!(left.sub(&right).unwrap(), right.sub(&left).unwrap().neg());
        prop_assert_eq!(left.mul(&right).unwrap(), right.mul(&left).unwrap());
        prop_assert!(left.floor().cmp_exact(&left).is_le() && left.cmp_exact(&left.ceil()).is_le());
        prop_assert!(left.ceil().sub(&left.floor()).unwrap() <= Number::ONE);
    }

    #[test]
    fn any_string_is_parsed_safely(text in "[-+.0-9eEpPinfIx_ ]{0,12}", base in 0_u32..70) {
        if let Ok(value) = Number::parse(&text) {
            prop_assert!(value.to_string_limited(1000).is_ok_and(|text| text.len() < 1100)
                || value.to_string().contains('e')
                || value.to_string().len() > 1000);
        }
        let _ = Number::parse_literal(&text);
        let _ = Number::from_str_radix(&text, base);
    }
}
