//! Powers and logarithms, which the function library computes in double precision.

use super::{ArithmeticError, Number};

impl Number {
    /// The number raised to a power, computed in double precision.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::BeyondDouble`] if an operand is too great for a double, [`ArithmeticError::NotReal`] for a
    /// fractional power of a negative number.
    pub fn pow(&self, power: &Self) -> Result<Self, ArithmeticError> {
        Self::from_f64(self.operand_as_double()?.powf(power.operand_as_double()?))
            .ok_or(ArithmeticError::NotReal)
    }

    /// The logarithm of the number in a base, computed in double precision.
    ///
    /// # Errors
    ///
    /// [`ArithmeticError::BeyondDouble`] if an operand is too great for a double, [`ArithmeticError::NotReal`] where
    /// there is no real logarithm, such as that of a negative number.
    pub fn log(&self, base: &Self) -> Result<Self, ArithmeticError> {
        Self::from_f64(self.operand_as_double()?.ln() / base.operand_as_double()?.ln())
            .ok_or(ArithmeticError::NotReal)
    }

    fn operand_as_double(&self) -> Result<f64, ArithmeticError> {
        match self.to_f64() {
            (value, false) if value.is_infinite() => Err(ArithmeticError::BeyondDouble),
            (value, _) => Ok(value),
        }
    }
}
