//! Order, equality and hashes, equal for all representations of a value.

use std::cmp::Ordering;
use std::hash::{Hash, Hasher};

use rust_decimal::Decimal;

use super::{Number, Operand, Repr};

/// Compares whole numbers by their values, and all others by their shortest decimals, each at its own precision.
///
/// See [`Number::cmp_exact`] for the order of the exact values.
impl Ord for Number {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Int(left, _), Repr::Int(right, _)) => left.cmp(right),
            (Repr::Decimal(left), Repr::Decimal(right)) => left.0.cmp(&right.0),
            _ => self.cmp_any(other),
        }
    }
}

impl Number {
    /// Compares the exact values, as the operators `<` and `>` of the language do.
    ///
    /// Equal numbers may differ in this order: those with the same shortest decimal at different precisions.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::Number;
    ///
    /// let (double, literal) = (Number::try_from(1.2)?, Number::parse("1.2")?);
    /// assert!(double.cmp_exact(&literal).is_lt(), "the double nearest to 1.2 is a little less");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn cmp_exact(&self, other: &Self) -> Ordering {
        match (&self.0, &other.0) {
            (Repr::Int(left, _), Repr::Int(right, _)) => left.cmp(right),
            (Repr::Double(left), Repr::Double(right)) => left.partial_cmp(right).unwrap_or(Ordering::Equal),
            // Rounding to 512 bits keeps the order of short decimals and of whole numbers, and keeps them distinct.
            (Repr::Decimal(left), Repr::Decimal(right)) => left.0.cmp(&right.0),
            (Repr::Int(left, _), Repr::Decimal(right)) => Decimal::from(*left).cmp(&right.0),
            (Repr::Decimal(left), Repr::Int(right, _)) => left.0.cmp(&Decimal::from(*right)),
            _ => self.cmp_operands(other),
        }
    }

    fn cmp_any(&self, other: &Self) -> Ordering {
        let exact = self.cmp_exact(other);
        // The shortest decimal of a number with a fraction lies between the same whole numbers.
        let has_fraction = |number: &Self| !number.is_integer() && !number.is_infinite();
        if has_fraction(self) && has_fraction(other) && self.is_negative() == other.is_negative() {
            self.cmp_decimals(other, exact)
        } else {
            exact
        }
    }

    fn cmp_operands(&self, other: &Self) -> Ordering {
        let rank = |number: &Self| number.signum() * if number.is_infinite() { 2 } else { 1 };
        rank(self)
            .cmp(&rank(other))
            .then_with(|| match (self.operand(), other.operand()) {
                (Operand::Finite(left), Operand::Finite(right)) => left.compare(&right),
                _ => Ordering::Equal,
            })
    }

    /// Returns a key that is equal for equal numbers: the sign, with the exponent and the 64 leading bits of a whole
    /// number, or the position of the point and the first digits of the shortest decimal of any other number.
    fn hash_key(&self) -> (i8, i64, u64) {
        let sign = self.signum();
        match &self.0 {
            Repr::Int(0, _) | Repr::NegativeZero(_) => (0, 0, 0),
            Repr::Int(value, _) => {
                let magnitude = value.unsigned_abs();
                let zeros = magnitude.leading_zeros();
                (sign, 64 - i64::from(zeros), magnitude << zeros)
            }
            Repr::Infinite(_) | Repr::NegativeInfinite(_) => (sign, i64::MAX, 0),
            _ if self.is_integer() => match self.operand() {
                Operand::Finite(value) => (sign, value.magnitude_exponent(), value.leading_bits()),
                _ => (0, 0, 0),
            },
            _ => {
                let (point, digits) = self.decimal_key();
                (sign, point, digits)
            }
        }
    }
}

impl PartialOrd for Number {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Whole numbers are equal if their values are, all others if their shortest decimals are, each at its own precision.
impl PartialEq for Number {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        match (&self.0, &other.0) {
            (Repr::Int(left, _), Repr::Int(right, _)) => left == right,
            _ => self.cmp(other) == Ordering::Equal,
        }
    }
}

impl Eq for Number {}

impl Hash for Number {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.hash_key().hash(state);
    }
}
