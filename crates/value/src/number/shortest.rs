//! The shortest decimal of a wide number at its precision.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::{ToPrimitive, Zero};

use super::precision::Precision;
use super::wide::{Wide, with_power_of_five};

/// Decimal digits of a number, without zeros at either end: `0.d1 d2 d3... * 10^point`.
#[derive(Default)]
pub(super) struct Digits {
    pub(super) text: String,
    pub(super) point: i64,
}

/// Returns the greatest power of ten that is not above `2^exponent`, or the one below.
pub(super) fn decimal_exponent(exponent: i64) -> i64 {
    const LOG10_2: i128 = 30_102_999_566_398_119_521;
    const SCALE: i128 = 100_000_000_000_000_000_000;
    (i128::from(exponent) * LOG10_2).div_euclid(SCALE) as i64
}

/// Returns the decimal with the fewest digits that lies within half a unit in the last of `precision` places of the
/// value, and of these the nearest.
///
/// It reads back as the same value, except for some powers of two. Their lower neighbour is only half a unit away,
/// which the reference ignores, and its digits are reproduced here.
pub(super) fn shortest(value: &Wide, precision: Precision) -> Digits {
    // The value is `mantissa * 2^exponent` with a full mantissa. Bounds are counted in halves of its last place.
    let widen = precision.bits().saturating_sub(value.mantissa().bits());
    let exponent = value.exponent() - widen as i64 - 1;
    let inclusive = widen > 0;
    let centre = value.mantissa() << (widen + 1);
    let below = &centre - 1_u32;
    let above = &centre + 1_u32;

    // Fine enough that the interval contains 75 multiples of 10^unit, and so a multiple of 10^(unit + 1).
    let unit = decimal_exponent(exponent + 1) - 2;
    let great = (unit.unsigned_abs() > MAX_EXACT).then(|| leading_bits_of_power(unit.unsigned_abs()));
    let scale = |halves: BigUint| scale_down(halves, exponent, unit, great.as_ref());
    let (lowest, exact) = scale(below);
    let lowest = if exact && inclusive {
        lowest
    } else {
        lowest + 1_u32
    };
    let (highest, exact) = scale(above);
    let highest = if exact && !inclusive {
        highest - 1_u32
    } else {
        highest
    };
    let (whole, exact) = scale(centre);

    let width = (&highest - &lowest).to_i64().unwrap_or(0);
    let offset = (&highest - &whole).to_i64().unwrap_or(0);
    let text = highest.to_string();

    // The coarsest power of ten with a multiple in the interval.
    let mut zeros = 0;
    let mut dropped = 0_i64;
    for (index, digit) in text.bytes().rev().enumerate() {
        let digit = i64::from(digit - b'0');
        let place = match digit {
            0 => 0,
            _ if index < 18 => digit * 10_i64.pow(index as u32),
            _ => break,
        };
        if dropped + place > width {
            break;
        }
        dropped += place;
        zeros = index + 1;
    }

    // Distance of the chosen multiple from the highest multiple in the interval.
    let step = if zeros < 18 {
        10_i64.pow(zeros as u32)
    } else {
        i64::MAX
    };
    let mut depth = dropped;
    if step <= width {
        let up = (offset - dropped).rem_euclid(step);
        let above_fits = up <= offset;
        let below_fits = offset - up + step <= width;
        let tie_to_below = || {
            let multiple: BigUint = (&highest - (offset - up) as u64) / step as u64;
            multiple.is_odd()
        };
        let take_below = up != 0
            && below_fits
            && (!above_fits
                || match (2 * up).cmp(&step) {
                    std::cmp::Ordering::Less => false,
                    std::cmp::Ordering::Equal => exact && tie_to_below(),
                    std::cmp::Ordering::Greater => true,
                });
        depth = offset - up + if take_below { step } else { 0 };
    }
    let digits = if depth == 0 {
        text
    } else {
        (highest - depth as u64).to_string()
    };
    Digits {
        point: digits.len() as i64 + unit,
        text: digits.trim_end_matches('0').to_owned(),
    }
}

/// Returns `magnitude * 2^exponent / 10^unit` rounded down, and whether that is exact. For a great unit, the leading bits of
/// the power of five are given.
fn scale_down(
    magnitude: BigUint,
    exponent: i64,
    unit: i64,
    great: Option<&(BigUint, i64)>,
) -> (BigUint, bool) {
    if let Some(power) = great
        && let Some(quotient) = scale_down_nearly(&magnitude, exponent, unit, power)
    {
        // A greater power of five divides no mantissa.
        let twos = exponent - unit;
        let exact =
            unit <= 0 && (twos >= 0 || magnitude.trailing_zeros().unwrap_or(0) >= twos.unsigned_abs());
        return (quotient, exact);
    }
    scale_down_exactly(magnitude, exponent, unit)
}

/// The greatest power of five that is multiplied out.
const MAX_EXACT: u64 = 2_000;

/// The bits of greater powers of five. A mantissa has about 512 bits, and its product with a power of ten is never
/// nearer to a whole number than this number of bits resolves.
const POWER_BITS: u64 = 1_600;

/// Returns `magnitude * 2^exponent / 10^unit` rounded down, from the leading bits of the power of ten. `None` if they do not
/// decide.
fn scale_down_nearly(
    magnitude: &BigUint,
    exponent: i64,
    unit: i64,
    (below, power_exponent): &(BigUint, i64),
) -> Option<BigUint> {
    let above = below + (below >> (POWER_BITS - 100)) + 1_u32;
    let twos = exponent - unit;
    let quotients = [(below, &above), (&above, below)].map(|(power, divisor)| {
        if unit <= 0 {
            return shifted(magnitude * power, twos + power_exponent);
        }
        // As many bits as the quotient has before its point.
        let twos = twos - power_exponent;
        match u64::try_from(twos) {
            Ok(twos) => (magnitude << twos) / divisor,
            Err(_) => magnitude / (divisor << twos.unsigned_abs()),
        }
    });
    let [low, high] = quotients;
    (low == high).then_some(low)
}

fn shifted(value: BigUint, twos: i64) -> BigUint {
    if twos >= 0 {
        value << twos.unsigned_abs()
    } else {
        value >> twos.unsigned_abs()
    }
}

/// Returns the leading bits of 5 to the power of `exponent`, rounded down, and the exponent of two of the last of them.
///
/// Each multiplication is off by less than one unit in the last place, and squaring doubles what its operand is off by, so
/// the result is off by less than a part in `2^(POWER_BITS - 100)`.
fn leading_bits_of_power(exponent: u64) -> (BigUint, i64) {
    let truncated = |value: BigUint, exponent: i64| {
        let excess = value.bits().saturating_sub(POWER_BITS);
        (value >> excess, exponent + excess as i64)
    };
    let mut power = (BigUint::from(1_u32), 0);
    for bit in (0..u64::BITS - exponent.leading_zeros()).rev() {
        power = truncated(&power.0 * &power.0, power.1 * 2);
        if exponent >> bit & 1 == 1 {
            power = truncated(power.0 * 5_u32, power.1);
        }
    }
    power
}

/// Returns the same as [`scale_down`].
fn scale_down_exactly(magnitude: BigUint, exponent: i64, unit: i64) -> (BigUint, bool) {
    let twos = exponent - unit;
    with_power_of_five(unit.unsigned_abs(), |fives| {
        if unit <= 0 {
            let product = magnitude * fives;
            if twos >= 0 {
                return (product << twos.unsigned_abs(), true);
            }
            let exact = product
                .trailing_zeros()
                .is_none_or(|zeros| zeros >= twos.unsigned_abs());
            return (product >> twos.unsigned_abs(), exact);
        }
        let (quotient, remainder) = if twos >= 0 {
            (magnitude << twos.unsigned_abs()).div_rem(fives)
        } else {
            magnitude.div_rem(&(fives << twos.unsigned_abs()))
        };
        (quotient, remainder.is_zero())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn leading_bits_decide_as_the_whole_power_does(
            bytes in proptest::collection::vec(any::<u8>(), 1..=65),
            exponent in -40_000_i64..40_000,
            offset in -1_i64..=1,
        ) {
            let magnitude = BigUint::from_bytes_le(&bytes) + 1_u32;
            let unit = decimal_exponent(exponent) - 2 + offset;
            let power = leading_bits_of_power(unit.unsigned_abs());
            if let Some(quotient) = scale_down_nearly(&magnitude, exponent, unit, &power) {
                let (exactly, exact) = scale_down_exactly(magnitude.clone(), exponent, unit);
                prop_assert_eq!(&quotient, &exactly);
                if unit.unsigned_abs() > MAX_EXACT {
                    prop_assert_eq!(scale_down(magnitude, exponent, unit, Some(&power)), (exactly, exact));
                }
            }
        }
    }

    #[test]
    fn leading_bits_always_decide_for_great_powers() {
        for exponent in [-2_000_000_000_i64, -99_999, 99_999, 2_000_000_000] {
            let unit = decimal_exponent(exponent) - 2;
            let magnitude = (BigUint::from(1_u32) << 512_u32) + 1_u32;
            let power = leading_bits_of_power(unit.unsigned_abs());
            assert!(
                scale_down_nearly(&magnitude, exponent, unit, &power).is_some(),
                "{exponent}"
            );
        }
    }
}
