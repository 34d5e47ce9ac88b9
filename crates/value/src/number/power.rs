//! Powers and logarithms, which the function library computes in double precision.
//!
//! The functions of a platform may differ in the last bit, which shows in the text of the result. The elementary
//! functions are therefore computed here, with the polynomials and the order of operations of the reference.

use super::{ArithmeticError, Number};

impl Number {
    /// Returns the number raised to a power, computed in double precision.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::BeyondDouble`] if an operand is too great for a double, [`ArithmeticError::NotReal`] for a
    /// fractional power of a negative number.
    pub fn pow(&self, power: &Self) -> Result<Self, ArithmeticError> {
        let result = power_of(self.operand_as_double()?, power.operand_as_double()?);
        Self::from_f64(result).ok_or(ArithmeticError::NotReal)
    }

    /// Returns the logarithm of the number in a base, computed in double precision.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::BeyondDouble`] if an operand is too great for a double, [`ArithmeticError::NotReal`] if the
    /// logarithm is not a real number, such as that of a negative number.
    pub fn log(&self, base: &Self) -> Result<Self, ArithmeticError> {
        let result = logarithm(self.operand_as_double()?) / logarithm(base.operand_as_double()?);
        Self::from_f64(result).ok_or(ArithmeticError::NotReal)
    }

    fn operand_as_double(&self) -> Result<f64, ArithmeticError> {
        match self.to_f64() {
            (value, false) if value.is_infinite() => Err(ArithmeticError::BeyondDouble),
            (value, _) => Ok(value),
        }
    }
}

/// From this power of two on, all doubles are even whole numbers.
const EVEN_FROM: f64 = (1_u64 << 63) as f64;

/// Greater than the exponent of any double, so reaching it is an overflow.
const GREAT_EXPONENT: i64 = 1 << 12;

fn is_odd(value: f64) -> bool {
    value.abs() < EVEN_FROM && value.fract() == 0.0 && value as i64 & 1 == 1
}

fn power_of(base: f64, power: f64) -> f64 {
    if power == 0.0 || base == 1.0 {
        return 1.0;
    }
    if power == 1.0 {
        return base;
    }
    let grows = (base.abs() > 1.0) == (power > 0.0);
    if base == 0.0 || base.is_infinite() {
        let magnitude = if grows { f64::INFINITY } else { 0.0 };
        return if is_odd(power) {
            magnitude.copysign(base)
        } else {
            magnitude
        };
    }
    let magnitude = power.abs();
    if magnitude >= EVEN_FROM {
        return match (base == -1.0, grows) {
            (true, _) => 1.0,
            (false, true) => f64::INFINITY,
            (false, false) => 0.0,
        };
    }
    if magnitude == 0.5 {
        let root = base.sqrt();
        return if power > 0.0 { root } else { root.recip() };
    }
    let mut whole = magnitude.trunc();
    let mut fraction = magnitude - whole;
    if fraction != 0.0 && base < 0.0 {
        return f64::NAN;
    }
    let mut mantissa = 1.0;
    let mut exponent = 0_i64;
    if fraction != 0.0 {
        if fraction > 0.5 {
            fraction -= 1.0;
            whole += 1.0;
        }
        mantissa = exponential(fraction * logarithm(base));
    }
    // The mantissa is squared and kept in [1/2, 1), and the powers of two are counted.
    let (mut square, mut square_exponent) = split(base);
    let mut rest = whole as u64;
    while rest != 0 {
        if square_exponent.abs() > GREAT_EXPONENT {
            exponent += square_exponent;
            break;
        }
        if rest & 1 == 1 {
            mantissa *= square;
            exponent += square_exponent;
        }
        square *= square;
        square_exponent *= 2;
        if square < 0.5 {
            square += square;
            square_exponent -= 1;
        }
        rest >>= 1;
    }
    if power > 0.0 {
        scale(mantissa, exponent)
    } else {
        scale(mantissa.recip(), -exponent)
    }
}

/// Returns `e^value`: the Taylor series for a sixteenth of the rest beside a power of two, squared four times.
fn exponential(value: f64) -> f64 {
    const MAX: f64 = 7.09782712893384e+02;
    const LN2_HIGH: f64 = 0.693_147_180_559_662_956_511_601_805_686_950_683_593_75;
    const LN2_LOW: f64 = 0.282_352_905_630_315_771_225_884_481_750_134_360_255_254_120_68e-12;
    const SERIES: [f64; 7] = [
        1.0 / 5_040.0,
        1.0 / 720.0,
        1.0 / 120.0,
        1.0 / 24.0,
        1.0 / 6.0,
        0.5,
        1.0,
    ];
    if value > MAX {
        return f64::INFINITY;
    }
    let twos = (value * std::f64::consts::LOG2_E).round_ties_even();
    let rest = (-twos).mul_add(LN2_LOW, (-twos).mul_add(LN2_HIGH, value)) * 0.0625;
    let sum = SERIES
        .iter()
        .fold(1.0 / 40_320.0, |sum: f64, term| sum.mul_add(rest, *term));
    // With y = e^x - 1, squaring e^x turns y into y * (y + 2).
    let mut less_one = rest * sum;
    for _ in 0..3 {
        less_one *= less_one + 2.0;
    }
    scale((less_one + 2.0).mul_add(less_one, 1.0), twos as i64)
}

/// Returns the natural logarithm: `log(2^k * (1 + f))` with a polynomial in `s = f / (2 + f)`.
fn logarithm(value: f64) -> f64 {
    const LN2_HIGH: f64 = 6.931_471_803_691_238e-1;
    const LN2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    const EVEN: [f64; 3] = [
        1.531_383_769_920_937_3e-1,
        2.222_219_843_214_978_4e-1,
        3.999_999_999_940_942e-1,
    ];
    const ODD: [f64; 4] = [
        1.479_819_860_511_658_6e-1,
        1.818_357_216_161_805e-1,
        2.857_142_874_366_239e-1,
        6.666_666_666_666_735e-1,
    ];
    if value == 0.0 {
        return f64::NEG_INFINITY;
    }
    if value < 0.0 || value == f64::INFINITY {
        return if value < 0.0 { f64::NAN } else { value };
    }
    let (mut mantissa, mut exponent) = split(value);
    if mantissa <= std::f64::consts::FRAC_1_SQRT_2 {
        mantissa *= 2.0;
        exponent -= 1;
    }
    let twos = exponent as f64;
    let f = mantissa - 1.0;
    let s = f / (2.0 + f);
    let s2 = s * s;
    let s4 = s2 * s2;
    let polynomial = |terms: &[f64]| terms.iter().fold(0.0, |sum, term| sum * s4 + term);
    let rest = s2 * polynomial(&ODD) + s4 * polynomial(&EVEN);
    let half_square = 0.5 * f * f;
    twos * LN2_HIGH - ((half_square - (s * (half_square + rest) + twos * LN2_LOW)) - f)
}

/// Returns a mantissa in [1/2, 1), with the sign, and an exponent of two, of a finite double other than zero.
fn split(value: f64) -> (f64, i64) {
    const SUBNORMAL_SHIFT: i64 = 54;
    if value.is_subnormal() {
        let (mantissa, exponent) = split(value * power_of_two(SUBNORMAL_SHIFT));
        return (mantissa, exponent - SUBNORMAL_SHIFT);
    }
    let bits = value.to_bits();
    let exponent = ((bits >> 52) & 0x7ff) as i64 - 1022;
    (f64::from_bits((bits & !(0x7ff << 52)) | 1022 << 52), exponent)
}

/// Returns `value * 2^exponent`, rounded once.
fn scale(value: f64, exponent: i64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return value;
    }
    let (mantissa, own) = split(value);
    match own.saturating_add(exponent) {
        1025.. => f64::INFINITY.copysign(value),
        sum @ -1021..=1024 => mantissa * 2.0 * power_of_two(sum - 1),
        sum @ -1074..=-1022 => mantissa * power_of_two(sum + 53) * power_of_two(-53),
        _ => 0.0_f64.copysign(value),
    }
}

/// Returns a normal power of two, for an exponent from -1022 to 1023.
fn power_of_two(exponent: i64) -> f64 {
    f64::from_bits(((exponent + 1023) as u64) << 52)
}
