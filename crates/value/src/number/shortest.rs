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
    let scale = |halves: BigUint| scale_down(halves, exponent, unit);
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

/// Returns `magnitude * 2^exponent / 10^unit` rounded down, and whether that is exact.
fn scale_down(magnitude: BigUint, exponent: i64, unit: i64) -> (BigUint, bool) {
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
