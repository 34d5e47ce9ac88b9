//! Laws that hold for all numbers, and proofs that the inline representations only save time.

use std::cmp::Ordering;
use std::hash::{DefaultHasher, Hash, Hasher};

use num_bigint::{BigInt, BigUint};
use proptest::prelude::*;

use super::super::wide::PRECISION;
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

fn numbers() -> impl Strategy<Value = Number> {
    prop_oneof![
        8 => texts().prop_map(|text| number(&text)),
        1 => any::<f64>().prop_filter_map("a number", Number::from_f64),
        1 => (-1000_i32..1000).prop_filter_map("a number", |value| Number::from_f64(f64::from(value) / 8.0)),
    ]
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

/// Returns whether a number is the 512-bit value nearest to a fraction, with an even mantissa if two are equally near.
fn is_nearest(value: &Number, numerator: &BigInt, denominator: &BigInt) -> bool {
    let Operand::Finite(wide) = value.operand() else {
        return numerator == &BigInt::ZERO;
    };
    let (own_numerator, own_denominator) = ratio(value);
    let distance = own_numerator * denominator - numerator * &own_denominator;
    let scale = (denominator * own_denominator).magnitude().clone();
    // Half of the last place of the binade, and half as much below a power of two.
    let last = wide.magnitude_exponent() - PRECISION as i64;
    let halves = if wide.mantissa() == &BigUint::from(1_u32) && is_toward_zero(&distance, value) {
        2
    } else {
        1
    };
    let (left, right) = shifted(distance.magnitude().clone(), scale, last - halves);
    match left.cmp(&right) {
        Ordering::Less => true,
        Ordering::Equal => wide.mantissa().bits() < PRECISION,
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
        match &value.0 {
            // The text of a double names the double.
            Repr::Double(double) => prop_assert_eq!(text.parse::<f64>().unwrap().to_bits(), double.to_bits()),
            Repr::Wide(wide) if wide.mantissa().bits() == 1 && text.len() > 154 => {
                let (read, last) = (number(&text), wide.magnitude_exponent() - PRECISION as i64 - 1);
                let half = number(&format!("1p{last}"));
                prop_assert!(read.sub(&value).unwrap().abs() <= half);
            }
            _ => {
                prop_assert_eq!(&number(&text), &value);
                prop_assert_eq!(number(&text).to_string(), text);
            }
        }
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
            let zero_signs = inline.as_ref().map(Number::is_negative) == wide.as_ref().map(Number::is_negative);
            inline == wide && zero_signs
        };
        prop_assert!(same(left.add(&right), wide_left.add_operands(&wide_right, false)));
        prop_assert!(same(left.sub(&right), wide_left.add_operands(&wide_right, true)));
        prop_assert!(same(left.mul(&right), wide_left.mul_operands(&wide_right)));
        prop_assert!(same(left.div(&right), wide_left.div_operands(&wide_right)));
        prop_assert_eq!(left.rem(&right), wide_left.rem_operands(&wide_right));
        prop_assert_eq!(left.floor(), wide_left.floor());
        prop_assert_eq!(left.ceil(), wide_left.ceil());
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
        prop_assert!(is_nearest(&left.add(&right).unwrap(), &(&a * &d + &c * &b), &(&b * &d)));
        prop_assert!(is_nearest(&left.mul(&right).unwrap(), &(&a * &c), &(&b * &d)));
        if !right.is_zero() {
            prop_assert!(is_nearest(&left.div(&right).unwrap(), &(a * d), &(b * c)));
        }
    }

    #[test]
    fn parsing_is_nearest(digits in "[1-9][0-9]{0,200}", tens in -220_i32..220) {
        let exact: BigInt = digits.parse().unwrap();
        let power = BigInt::from(10).pow(tens.unsigned_abs());
        let (numerator, denominator) = if tens < 0 { (exact, power) } else { (exact * power, 1.into()) };
        let value = number(&format!("{digits}e{tens}"));
        prop_assert!(is_nearest(&value, &numerator, &denominator));
    }

    #[test]
    fn order_is_total_and_that_of_the_values(left in numbers(), right in numbers(), third in numbers()) {
        prop_assert_eq!(left.cmp(&right), right.cmp(&left).reverse());
        prop_assert_eq!(left.cmp(&right), widened(&left).cmp(&widened(&right)));
        prop_assert_eq!(left.cmp(&right), left.cmp(&widened(&right)));
        if left <= right && right <= third {
            prop_assert!(left <= third);
        }
        if let Ok(difference) = left.sub(&right) {
            prop_assert_eq!(left.cmp(&right), difference.signum().cmp(&0));
        }
    }

    #[test]
    fn equal_numbers_have_equal_hashes(value in numbers(), other in numbers()) {
        prop_assert_eq!(&value, &widened(&value));
        prop_assert_eq!(hash(&value), hash(&widened(&value)));
        if value == other {
            prop_assert_eq!(hash(&value), hash(&other));
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
        prop_assert_eq!(parsed.to_f64().1, Number::from_f64(parsed.to_f64().0).unwrap() == parsed);
    }

    #[test]
    fn negation_and_subtraction_undo(left in finite(), right in finite()) {
        prop_assert_eq!(left.neg().neg(), left.clone());
        prop_assert_eq!(left.sub(&right).unwrap(), left.add(&right.neg()).unwrap());
        prop_assert_eq!(left.sub(&right).unwrap(), right.sub(&left).unwrap().neg());
        prop_assert_eq!(left.mul(&right).unwrap(), right.mul(&left).unwrap());
        prop_assert!(left.floor() <= left && left <= left.ceil());
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
