//! The arithmetic operations: exact on inline integers while they fit, 512 bits wide otherwise.

use super::{AlignedDecimal, ArithmeticError, Number, Operand, Repr};

impl Number {
    /// Returns the sum of two numbers.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::OpposingInfinities`] for infinities of opposite sign.
    #[inline]
    pub fn add(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if let (Repr::Int(left), Repr::Int(right)) = (&self.0, &other.0)
            && let Some(sum) = left.checked_add(*right)
        {
            return Ok(Self(Repr::Int(sum)));
        }
        self.add_operands(other, false)
    }

    /// Returns the difference of two numbers.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::OpposingInfinities`] for infinities of the same sign.
    #[inline]
    pub fn sub(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if let (Repr::Int(left), Repr::Int(right)) = (&self.0, &other.0)
            && let Some(difference) = left.checked_sub(*right)
        {
            return Ok(Self(Repr::Int(difference)));
        }
        self.add_operands(other, true)
    }

    pub(super) fn add_operands(&self, other: &Self, flip: bool) -> Result<Self, ArithmeticError> {
        match (self.operand(), other.operand()) {
            (Operand::Finite(left), Operand::Finite(right)) => Ok(left.add(&right, flip)),
            (Operand::Infinite { negative: left }, Operand::Infinite { negative: right }) => {
                if left == (right != flip) {
                    Ok(Self::infinity(left))
                } else {
                    Err(ArithmeticError::OpposingInfinities)
                }
            }
            (Operand::Zero { negative: left }, Operand::Zero { negative: right }) => {
                Ok(Self::zero(left && right != flip))
            }
            (Operand::Infinite { .. }, _) | (_, Operand::Zero { .. }) => Ok(self.clone().promoted()),
            (_, Operand::Infinite { .. }) | (Operand::Zero { .. }, _) => {
                Ok(if flip { other.neg() } else { other.clone() }.promoted())
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
        if let (Repr::Int(left), Repr::Int(right)) = (&self.0, &other.0)
            && let Some(product) = left.checked_mul(*right)
            && (product != 0 || (*left | *right) >= 0)
        {
            return Ok(Self(Repr::Int(product)));
        }
        self.mul_operands(other)
    }

    pub(super) fn mul_operands(&self, other: &Self) -> Result<Self, ArithmeticError> {
        let negative = self.is_negative() != other.is_negative();
        match (self.operand(), other.operand()) {
            (Operand::Finite(left), Operand::Finite(right)) => Ok(left.mul(&right)),
            (Operand::Zero { .. }, Operand::Infinite { .. })
            | (Operand::Infinite { .. }, Operand::Zero { .. }) => Err(ArithmeticError::ZeroTimesInfinity),
            (Operand::Infinite { .. }, _) | (_, Operand::Infinite { .. }) => Ok(Self::infinity(negative)),
            (Operand::Zero { .. }, _) | (_, Operand::Zero { .. }) => Ok(Self::zero(negative)),
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
        if let (Repr::Int(left), Repr::Int(right)) = (&self.0, &other.0)
            && *left != 0
            && left.checked_rem(*right) == Some(0)
            && let Some(quotient) = left.checked_div(*right)
        {
            return Ok(Self(Repr::Int(quotient)));
        }
        self.div_operands(other)
    }

    pub(super) fn div_operands(&self, other: &Self) -> Result<Self, ArithmeticError> {
        let negative = self.is_negative() != other.is_negative();
        match (self.operand(), other.operand()) {
            (Operand::Finite(left), Operand::Finite(right)) => Ok(left.div(&right)),
            (Operand::Zero { .. }, Operand::Zero { .. })
            | (Operand::Infinite { .. }, Operand::Infinite { .. }) => Err(ArithmeticError::Indeterminate),
            (Operand::Infinite { .. }, _) | (_, Operand::Zero { .. }) => Ok(Self::infinity(negative)),
            (Operand::Zero { .. }, _) | (_, Operand::Infinite { .. }) => Ok(Self::zero(negative)),
        }
    }

    /// Returns the remainder of a division: `self - other * truncate(self / other)`, each step rounded to 512 bits. A
    /// zero divisor leaves `self`.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::InfiniteRemainder`] if an operand is infinite.
    #[inline]
    pub fn rem(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if let (Repr::Int(left), Repr::Int(right)) = (&self.0, &other.0)
            && let Some(remainder) = left.checked_rem(*right)
        {
            return Ok(Self(Repr::Int(remainder)));
        }
        self.rem_operands(other)
    }

    pub(super) fn rem_operands(&self, other: &Self) -> Result<Self, ArithmeticError> {
        if self.is_infinite() || other.is_infinite() {
            return Err(ArithmeticError::InfiniteRemainder);
        }
        if other.is_zero() {
            return Ok(self.clone());
        }
        let whole = self.div_operands(other)?.whole_part()?.0;
        self.add_operands(&other.mul_operands(&whole)?, true)
    }

    /// Returns the number with the opposite sign. The opposite of zero is a negative zero.
    #[must_use]
    pub fn neg(&self) -> Self {
        match &self.0 {
            Repr::Int(0) => Self::NEG_ZERO,
            Repr::Int(value) => match value.checked_neg() {
                Some(value) => Self(Repr::Int(value)),
                None => Self::from(-i128::from(*value)),
            },
            Repr::Double(value) if *value == 0.0 => Self::zero(value.is_sign_positive()),
            Repr::Double(value) => Self(Repr::Double(-value)),
            Repr::Decimal(value) => Self(Repr::Decimal(AlignedDecimal(-value.0))),
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
        whole.add(&step).unwrap_or(whole)
    }

    /// Returns the number without its fractional part.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::InfiniteInteger`] for an infinity.
    pub fn truncate(&self) -> Result<Self, ArithmeticError> {
        if self.is_integer() {
            Ok(self.clone())
        } else {
            self.whole_part().map(|(whole, _)| whole)
        }
    }

    /// Returns the whole part, with an unsigned zero, and whether a fraction was dropped.
    fn whole_part(&self) -> Result<(Self, bool), ArithmeticError> {
        if let Repr::Int(_) = self.0 {
            return Ok((self.clone(), false));
        }
        match self.operand() {
            Operand::Zero { .. } => Ok((Self::ZERO, false)),
            Operand::Infinite { .. } => Err(ArithmeticError::InfiniteInteger),
            Operand::Finite(value) => Ok(value.truncate()),
        }
    }

    /// Returns the number as the result of an operation, which is no longer a double.
    fn promoted(self) -> Self {
        match self.operand() {
            Operand::Finite(value) if matches!(self.0, Repr::Double(_)) => {
                Self::from_wide(value.into_owned())
            }
            _ => self,
        }
    }
}
