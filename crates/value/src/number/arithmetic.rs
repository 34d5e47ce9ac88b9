//! The arithmetic operations: exact on inline integers while they fit, rounded to the precision of the result otherwise.

use super::precision::Precision;
use super::{AlignedDecimal, ArithmeticError, Number, Operand, Repr};

/// Returns two inline integers and the precision of a result, if every `i64` is such a result without rounding.
#[inline]
fn integers(left: &Number, right: &Number) -> Option<(i64, i64, Precision)> {
    match (&left.0, &right.0) {
        (Repr::Int(left, one), Repr::Int(right, other)) => {
            let precision = *one.max(other);
            precision.holds_integers().then_some((*left, *right, precision))
        }
        _ => None,
    }
}

impl Number {
    /// Returns the sum of two numbers.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::OpposingInfinities`] for infinities of opposite sign.
    #[inline]
    pub fn add(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if let Some((left, right, precision)) = integers(self, other)
            && let Some(sum) = left.checked_add(right)
        {
            return Ok(Self(Repr::Int(sum, precision)));
        }
        self.add_operands(other, false, self.bits().max(other.bits()))
    }

    /// Returns the difference of two numbers.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::OpposingInfinities`] for infinities of the same sign.
    #[inline]
    pub fn sub(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if let Some((left, right, precision)) = integers(self, other)
            && let Some(difference) = left.checked_sub(right)
        {
            return Ok(Self(Repr::Int(difference, precision)));
        }
        self.add_operands(other, true, self.bits().max(other.bits()))
    }

    /// Returns the sum, or with `flip` the difference, rounded to `precision`.
    pub(super) fn add_operands(
        &self,
        other: &Self,
        flip: bool,
        precision: Precision,
    ) -> Result<Self, ArithmeticError> {
        match (self.operand(), other.operand()) {
            (Operand::Finite(left), Operand::Finite(right)) => Ok(left.add(&right, flip, precision)),
            (Operand::Infinite { negative: left }, Operand::Infinite { negative: right }) => {
                if left == (right != flip) {
                    Ok(Self::infinity(left, precision))
                } else {
                    Err(ArithmeticError::OpposingInfinities)
                }
            }
            (Operand::Zero { negative: left }, Operand::Zero { negative: right }) => {
                Ok(Self::zero(left && right != flip, precision))
            }
            (Operand::Infinite { .. }, _) | (_, Operand::Zero { .. }) => Ok(self.clone().rounded(precision)),
            (_, Operand::Infinite { .. }) | (Operand::Zero { .. }, _) => {
                Ok(if flip { other.neg() } else { other.clone() }.rounded(precision))
            }
        }
    }

    /// Returns the product of two numbers.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::ZeroTimesInfinity`] for a zero and an infinity.
    #[inline]
    pub fn mul(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if let Some((left, right, precision)) = integers(self, other)
            && let Some(product) = left.checked_mul(right)
            && (product != 0 || (left | right) >= 0)
        {
            return Ok(Self(Repr::Int(product, precision)));
        }
        self.mul_operands(other)
    }

    pub(super) fn mul_operands(&self, other: &Self) -> Result<Self, ArithmeticError> {
        let precision = self.bits().max(other.bits());
        match (self.operand(), other.operand()) {
            (Operand::Finite(left), Operand::Finite(right)) => Ok(left.mul_keeping_bits(&right, precision)),
            _ => self.mul_degenerate(other, precision),
        }
    }

    /// Returns the product, rounded to `precision` even if it needs more bits.
    fn mul_rounded(&self, other: &Self, precision: Precision) -> Result<Self, ArithmeticError> {
        match (self.operand(), other.operand()) {
            (Operand::Finite(left), Operand::Finite(right)) => Ok(left.mul(&right, precision)),
            _ => self.mul_degenerate(other, precision),
        }
    }

    /// Returns the product of operands of which at least one is zero or infinite.
    fn mul_degenerate(&self, other: &Self, precision: Precision) -> Result<Self, ArithmeticError> {
        let negative = self.is_negative() != other.is_negative();
        match (
            self.is_infinite() || other.is_infinite(),
            self.is_zero() || other.is_zero(),
        ) {
            (true, true) => Err(ArithmeticError::ZeroTimesInfinity),
            (true, false) => Ok(Self::infinity(negative, precision)),
            (false, _) => Ok(Self::zero(negative, precision)),
        }
    }

    /// Returns the quotient of two numbers. Any other number divided by zero is an infinity.
    ///
    /// The division operator of expressions has its own rule for a zero divisor; check [`Number::is_zero`] first.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::Indeterminate`] for zero by zero, and an infinity by an infinity.
    #[inline]
    pub fn div(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if let Some((left, right, precision)) = integers(self, other)
            && left != 0
            && left.checked_rem(right) == Some(0)
            && let Some(quotient) = left.checked_div(right)
        {
            return Ok(Self(Repr::Int(quotient, precision)));
        }
        self.div_operands(other)
    }

    pub(super) fn div_operands(&self, other: &Self) -> Result<Self, ArithmeticError> {
        let negative = self.is_negative() != other.is_negative();
        let precision = self.bits().max(other.bits());
        match (self.operand(), other.operand()) {
            (Operand::Finite(left), Operand::Finite(right)) => Ok(left.div(&right, precision)),
            (Operand::Zero { .. }, Operand::Zero { .. })
            | (Operand::Infinite { .. }, Operand::Infinite { .. }) => Err(ArithmeticError::Indeterminate),
            (Operand::Infinite { .. }, _) | (_, Operand::Zero { .. }) => {
                Ok(Self::infinity(negative, precision))
            }
            (Operand::Zero { .. }, _) | (_, Operand::Infinite { .. }) => Ok(Self::zero(negative, precision)),
        }
    }

    /// Returns the remainder of a division: `self - other * truncate(self / other)`. The quotient has the larger
    /// precision of both numbers, and all else that of `self`. A zero divisor leaves `self`.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::InfiniteRemainder`] if an operand is infinite, and the divisor is not zero.
    #[inline]
    pub fn rem(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if let (Repr::Int(left, precision), Repr::Int(right, _)) = (&self.0, &other.0)
            && precision.holds_integers()
            && let Some(remainder) = left.checked_rem(*right)
        {
            return Ok(Self(Repr::Int(remainder, *precision)));
        }
        self.rem_operands(other)
    }

    pub(super) fn rem_operands(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if other.is_zero() {
            return Ok(self.clone());
        }
        if self.is_infinite() || other.is_infinite() {
            return Err(ArithmeticError::InfiniteRemainder);
        }
        let precision = self.bits();
        let whole = self.div_operands(other)?.whole_part()?.0.rounded(precision);
        self.add_operands(&other.mul_rounded(&whole, precision)?, true, precision)
    }

    /// Returns the number with the opposite sign. The opposite of zero is a negative zero.
    #[must_use]
    pub fn neg(&self) -> Self {
        match &self.0 {
            Repr::Int(0, precision) => Self::zero(true, *precision),
            Repr::Int(value, precision) => match value.checked_neg() {
                Some(value) => Self(Repr::Int(value, *precision)),
                None => Self::from_magnitude(false, value.unsigned_abs().into(), *precision),
            },
            Repr::Double(value) => Self(Repr::Double(-value)),
            Repr::Decimal(value) => Self(Repr::Decimal(AlignedDecimal(-value.0))),
            Repr::NegativeZero(precision) => Self::zero(false, *precision),
            Repr::Infinite(precision) => Self::infinity(true, *precision),
            Repr::NegativeInfinite(precision) => Self::infinity(false, *precision),
            Repr::Wide(value) => Self::from_wide(value.with_sign(!value.is_negative())),
        }
    }

    /// Returns the magnitude of the number.
    #[must_use]
    pub fn abs(&self) -> Self {
        if self.is_negative() {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// Returns the greatest whole number that is not above this number. An infinity stays as it is.
    #[must_use]
    pub fn floor(&self) -> Self {
        self.whole(self.is_negative())
    }

    /// Returns the least whole number that is not below this number. An infinity stays as it is.
    #[must_use]
    pub fn ceil(&self) -> Self {
        self.whole(!self.is_negative())
    }

    fn whole(&self, away_from_zero: bool) -> Self {
        let Ok((whole, dropped)) = self.whole_part() else {
            return self.clone();
        };
        if !(dropped && away_from_zero) {
            return whole;
        }
        let step = Self::from(if self.is_negative() { -1 } else { 1 });
        whole.add_operands(&step, false, self.bits()).unwrap_or(whole)
    }

    /// Returns the number without its fractional part. If it has one, the result has the precision of a counted number.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::InfiniteInteger`] for an infinity.
    pub fn truncate(&self) -> Result<Self, ArithmeticError> {
        if self.is_integer() {
            return Ok(self.clone());
        }
        let (whole, _) = self.whole_part()?;
        let bits = match whole.operand() {
            Operand::Finite(value) => value.magnitude_exponent().unsigned_abs(),
            _ => 0,
        };
        Ok(whole.rounded(Precision::counted(bits)))
    }

    /// Returns the whole part, with an unsigned zero, and whether a fraction was dropped.
    fn whole_part(&self) -> Result<(Self, bool), ArithmeticError> {
        if let Repr::Int(..) = self.0 {
            return Ok((self.clone(), false));
        }
        match self.operand() {
            Operand::Zero { .. } => Ok((Self::zero(false, self.bits()), false)),
            Operand::Infinite { .. } => Err(ArithmeticError::InfiniteInteger),
            Operand::Finite(value) => Ok(value.truncate()),
        }
    }

    /// Returns the number with another precision, rounded to it.
    fn rounded(self, precision: Precision) -> Self {
        match self.operand() {
            _ if self.bits() == precision => self,
            Operand::Zero { negative } => Self::zero(negative, precision),
            Operand::Infinite { negative } => Self::infinity(negative, precision),
            Operand::Finite(value) if self.bits() < precision => {
                Self::from_wide(value.with_precision(precision))
            }
            Operand::Finite(value) => Self::from_parts(
                value.is_negative(),
                value.mantissa().clone(),
                value.exponent(),
                false,
                precision,
            ),
        }
    }
}
