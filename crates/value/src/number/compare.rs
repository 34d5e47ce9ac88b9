//! Order, equality and hashes, equal for all representations of a value.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use rust_decimal::Decimal;

use super::{Number, Operand, Repr};

impl Ord for Number {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Int(left), Repr::Int(right)) => left.cmp(right),
            (Repr::Double(left), Repr::Double(right)) => left.partial_cmp(right).unwrap_or(Ordering::Equal),
            // Rounding to 512 bits keeps the order of short decimals and of whole numbers, and keeps them distinct.
            (Repr::Decimal(left), Repr::Decimal(right)) => left.0.cmp(&right.0),
            (Repr::Int(left), Repr::Decimal(right)) => Decimal::from(*left).cmp(&right.0),
            (Repr::Decimal(left), Repr::Int(right)) => left.0.cmp(&Decimal::from(*right)),
            _ => self.compare_operands(other),
        }
    }
}

impl Number {
    fn compare_operands(&self, other: &Self) -> Ordering {
        if let (Repr::Double(value), _) | (_, Repr::Double(value)) = (&self.0, &other.0)
            && (value.is_infinite() || *value == 0.0)
        {
            let rank = |number: &Self| number.signum() * if number.is_infinite() { 2 } else { 1 };
            return rank(self).cmp(&rank(other));
        }
        match (self.operand(), other.operand()) {
            (Operand::Finite(left), Operand::Finite(right)) => left.compare(&right),
            _ => self.signum().cmp(&other.signum()),
        }
    }

    /// Returns the sign, the exponent and the 64 leading bits of the magnitude. They are equal for equal numbers.
    fn hash_key(&self) -> (i8, i64, u64) {
        let sign = self.signum();
        match &self.0 {
            Repr::Int(0) => (0, 0, 0),
            Repr::Int(value) => {
                let magnitude = value.unsigned_abs();
                let zeros = magnitude.leading_zeros();
                (sign, 64 - i64::from(zeros), magnitude << zeros)
            }
            Repr::Decimal(value) => {
                let (exponent, bits) = leading_bits_of_decimal(&value.0);
                (sign, exponent, bits)
            }
            Repr::Wide(value) => (sign, value.magnitude_exponent(), value.leading_bits()),
            Repr::Double(_) => match self.operand() {
                Operand::Zero { .. } => (0, 0, 0),
                Operand::Infinite { .. } => (sign, i64::MAX, 0),
                Operand::Finite(value) => (sign, value.magnitude_exponent(), value.leading_bits()),
            },
        }
    }
}

/// Returns the magnitude exponent and the leading 64 bits, truncated.
///
/// They are the bits of the 512-bit value that the decimal denotes. A decimal of 28 digits that is not exact in 64
/// bits is much farther from every 64-bit value than rounding to 512 bits moves it.
fn leading_bits_of_decimal(value: &Decimal) -> (i64, u64) {
    let mantissa = value.mantissa().unsigned_abs();
    let shift = mantissa.leading_zeros();
    let divisor = 10_u128.pow(value.scale());
    let dividend = mantissa << shift;
    let (mut quotient, remainder) = (dividend / divisor, dividend % divisor);
    let mut exponent = -i64::from(shift);
    if quotient.leading_zeros() > 64 {
        // The remainder is below 10^28, so 34 more bits fit.
        quotient = (quotient << 34) | ((remainder << 34) / divisor);
        exponent -= 34;
    }
    let bits = 128 - quotient.leading_zeros();
    (
        exponent + i64::from(bits),
        ((quotient << quotient.leading_zeros()) >> 64) as u64,
    )
}

impl PartialOrd for Number {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Number {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash_key().hash(state);
    }
}
