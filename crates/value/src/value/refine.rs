//! Refinement of values.

use super::{Repr, Value};
use crate::string::safe_prefix;
use crate::{Bound, Number, Refinement, RefinementError, Str, Type};

/// A builder of a value with more refinements.
///
/// For a known value, each refinement is only checked. The unknown value of the dynamic pseudo-type accepts no
/// refinements and stays as it is.
///
/// # Examples
///
/// ```
/// use hcl2_value::{Number, Type, Value};
///
/// let port = Value::unknown(Type::NUMBER)
///     .refine()
///     .not_null()?
///     .number_lower_bound(Number::from(1), true)?
///     .build();
/// assert!(port.refinement().unwrap().is_not_null());
/// # Ok::<(), hcl2_value::RefinementError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Refiner {
    value: Value,
    refinement: Refinement,
}

/// Maximum length of an unknown list that becomes a known list of unknown elements.
const MAX_SPELLED_OUT: u64 = 1024;

impl Refiner {
    /// Returns whether the value can be refined: it is unknown and has a type.
    fn is_open(&self) -> bool {
        !self.value.is_known() && !self.value.is_dynamic()
    }

    /// Refines the value as not being null.
    ///
    /// # Errors
    ///
    /// [`RefinementError::Contradiction`] if the value is null.
    pub fn not_null(mut self) -> Result<Self, RefinementError> {
        if self.value.is_null() {
            return Err(RefinementError::Contradiction);
        }
        self.refinement.not_null |= self.is_open();
        Ok(self)
    }

    /// Refines a number as greater than `limit`, or equal to it if `inclusive`.
    ///
    /// # Errors
    ///
    /// [`RefinementError`] if the value is not a number or cannot be that great.
    pub fn number_lower_bound(mut self, limit: Number, inclusive: bool) -> Result<Self, RefinementError> {
        self.expect(|ty| *ty == Type::NUMBER)?;
        if let Some(number) = self.value.bare().as_number() {
            let fits = if inclusive {
                *number >= limit
            } else {
                *number > limit
            };
            return self.agree(fits);
        }
        let narrower =
            self.refinement.lower.as_ref().is_none_or(|have| {
                limit > have.number || (limit == have.number && have.inclusive && !inclusive)
            });
        if self.is_open() && narrower && limit != Number::NEG_INFINITY {
            self.refinement.lower = Some(Bound {
                number: limit,
                inclusive,
            });
        }
        self.consistent()
    }

    /// Refines a number as less than `limit`, or equal to it if `inclusive`.
    ///
    /// # Errors
    ///
    /// [`RefinementError`] if the value is not a number or cannot be that small.
    pub fn number_upper_bound(mut self, limit: Number, inclusive: bool) -> Result<Self, RefinementError> {
        self.expect(|ty| *ty == Type::NUMBER)?;
        if let Some(number) = self.value.bare().as_number() {
            let fits = if inclusive {
                *number <= limit
            } else {
                *number < limit
            };
            return self.agree(fits);
        }
        let narrower =
            self.refinement.upper.as_ref().is_none_or(|have| {
                limit < have.number || (limit == have.number && have.inclusive && !inclusive)
            });
        if self.is_open() && narrower && limit != Number::INFINITY {
            self.refinement.upper = Some(Bound {
                number: limit,
                inclusive,
            });
        }
        self.consistent()
    }

    /// Refines a collection as having at least `length` elements.
    ///
    /// # Errors
    ///
    /// [`RefinementError`] if the value is not a collection or cannot have that many elements.
    pub fn length_lower_bound(mut self, length: u64) -> Result<Self, RefinementError> {
        self.expect(Type::is_collection)?;
        if let Some(count) = self.value.bare().element_count() {
            return self.agree(count as u64 >= length);
        }
        if self.is_open() {
            self.refinement.length_min = self.refinement.length_min.max(length);
        }
        self.consistent()
    }

    /// Refines a collection as having at most `length` elements.
    ///
    /// # Errors
    ///
    /// [`RefinementError`] if the value is not a collection or cannot have that few elements.
    pub fn length_upper_bound(mut self, length: u64) -> Result<Self, RefinementError> {
        self.expect(Type::is_collection)?;
        if let Some(length_min) = self.value.bare().length_bounds().map(|bounds| bounds.0) {
            self.agree_with(length_min <= length)?;
        }
        if self.is_open() {
            let max = self.refinement.length_max.map_or(length, |have| have.min(length));
            self.refinement.length_max = Some(max);
        }
        self.consistent()
    }

    /// Refines a string as starting with `prefix`, without the end that a following character could change.
    ///
    /// # Errors
    ///
    /// [`RefinementError`] if the value is not a string or starts with another prefix.
    pub fn string_prefix(self, prefix: &str) -> Result<Self, RefinementError> {
        let prefix = Str::from(prefix);
        let safe = safe_prefix(&prefix).to_owned();
        self.string_prefix_full(&safe)
    }

    /// Refines a string as starting with exactly `prefix`. The caller must know that no following character combines
    /// with its end.
    ///
    /// # Errors
    ///
    /// [`RefinementError`] if the value is not a string or starts with another prefix.
    pub fn string_prefix_full(mut self, prefix: &str) -> Result<Self, RefinementError> {
        self.expect(|ty| *ty == Type::STRING)?;
        let prefix = Str::from(prefix);
        if let Some(known) = self.value.bare().as_str() {
            let fits = known.starts_with(&*prefix);
            return self.agree(fits);
        }
        let have = self.refinement.prefix();
        self.agree_with(have.starts_with(&*prefix) || prefix.starts_with(have))?;
        if self.is_open() && prefix.len() > have.len() {
            self.refinement.prefix = Some(prefix);
        }
        Ok(self)
    }

    /// Returns the refined value. It is known if the refinements leave only one value, and otherwise unknown.
    #[must_use]
    pub fn build(self) -> Value {
        if !self.is_open() {
            return self.value;
        }
        let marks = self.value.marks();
        let ty = self.value.ty().clone();
        let known = if self.refinement.not_null {
            self.settled(&ty)
        } else {
            None
        };
        known
            .unwrap_or_else(|| Value::unknown_refined(ty, self.refinement))
            .with_marks(&marks)
    }

    /// Returns the only value that satisfies the refinement, if there is only one.
    fn settled(&self, ty: &Type) -> Option<Value> {
        let refinement = &self.refinement;
        if let (Some(lower), Some(upper)) = (&refinement.lower, &refinement.upper)
            && lower.number == upper.number
        {
            return Some(Value::from(lower.number.clone()));
        }
        if refinement.length_max != Some(refinement.length_min) {
            return None;
        }
        let element = ty.element_type()?;
        let count = refinement.length_min;
        if count > MAX_SPELLED_OUT || (count > 0 && !ty.is_list() && !(ty.is_set() && count == 1)) {
            return None;
        }
        let items = vec![Value::unknown(element.clone()); count as usize];
        Some(match ty {
            ty if ty.is_list() => Value::list_of(ty.clone(), items),
            ty if ty.is_set() => Value::set_of(ty.clone(), items),
            ty => Value::map_of(ty.clone(), std::sync::Arc::default(), items),
        })
    }

    fn expect(&self, is_kind: fn(&Type) -> bool) -> Result<(), RefinementError> {
        let ty = self.value.ty();
        if is_kind(ty) || ty.is_dynamic() {
            Ok(())
        } else {
            Err(RefinementError::WrongType(ty.clone()))
        }
    }

    fn agree_with(&self, fits: bool) -> Result<(), RefinementError> {
        if fits {
            Ok(())
        } else {
            Err(RefinementError::Contradiction)
        }
    }

    fn agree(self, fits: bool) -> Result<Self, RefinementError> {
        self.agree_with(fits).map(|()| self)
    }

    fn consistent(self) -> Result<Self, RefinementError> {
        let refinement = &self.refinement;
        let numbers = match (&refinement.lower, &refinement.upper) {
            (Some(lower), Some(upper)) => {
                lower.number < upper.number
                    || (lower.number == upper.number && lower.inclusive && upper.inclusive)
            }
            _ => true,
        };
        let lengths = refinement
            .length_max
            .is_none_or(|max| refinement.length_min <= max);
        self.agree(numbers && lengths)
    }
}

/// Refinement.
impl Value {
    /// Starts a refinement of the value.
    #[must_use]
    pub fn refine(self) -> Refiner {
        let refinement = self.refinement().cloned().unwrap_or(Refinement::NONE);
        Refiner {
            value: self,
            refinement,
        }
    }

    /// Refines an unknown value as not null. All other values stay as they are.
    #[must_use]
    pub fn refine_not_null(self) -> Self {
        match self.0 {
            Repr::Unknown(ty) => Self::unknown_not_null(ty),
            Repr::Refined(_) | Repr::Marked(_) => {
                self.clone().refine().not_null().map_or(self, Refiner::build)
            }
            _ => self,
        }
    }

    /// Refines an unknown collection as having at least `least` and at most `most` elements. All other values stay as
    /// they are, and so does a value that contradicts the bounds.
    ///
    /// # Examples
    ///
    /// ```
    /// use hcl2_value::{Type, Value};
    ///
    /// let unknown = Value::unknown(Type::list(Type::STRING)).refine_length(1, Some(3));
    /// assert_eq!(unknown.length_bounds(), Some((1, Some(3))));
    /// assert_eq!(unknown.clone().refine_length(4, None), unknown);
    /// ```
    #[must_use]
    pub fn refine_length(self, least: u64, most: Option<u64>) -> Self {
        let refined = self
            .clone()
            .refine()
            .length_lower_bound(least)
            .and_then(|refiner| match most {
                Some(most) => refiner.length_upper_bound(most),
                None => Ok(refiner),
            });
        refined.map_or(self, Refiner::build)
    }

    /// Returns whether the value is certainly not null, possibly marked.
    #[must_use]
    pub fn is_definitely_not_null(&self) -> bool {
        if self.is_known() {
            !self.is_null()
        } else {
            self.refinement().is_some_and(Refinement::is_not_null)
        }
    }

    /// Returns the least and greatest number of elements of a collection, known or unknown, possibly marked. `None`
    /// for other values and for null.
    #[must_use]
    pub fn length_bounds(&self) -> Option<(u64, Option<u64>)> {
        let bare = self.bare();
        if !bare.ty().is_collection() || bare.is_null() {
            return None;
        }
        let Some(count) = bare.element_count() else {
            let refinement = bare.refinement().unwrap_or(&Refinement::NONE);
            return Some((refinement.length_min, refinement.length_max));
        };
        let count = count as u64;
        let least = if bare.ty().is_set() && !bare.is_wholly_known() {
            count.min(1)
        } else {
            count
        };
        Some((least, Some(count)))
    }

    /// Returns the lower and upper limit of a number, known or unknown, possibly marked. A missing limit is infinite.
    #[must_use]
    pub fn number_bounds(&self) -> (Bound, Bound) {
        let bare = self.bare();
        if let Some(number) = bare.as_number() {
            let bound = Bound {
                number: number.clone(),
                inclusive: true,
            };
            return (bound.clone(), bound);
        }
        let refinement = bare.refinement().unwrap_or(&Refinement::NONE);
        let infinite = |number| Bound {
            number,
            inclusive: true,
        };
        (
            refinement
                .lower
                .clone()
                .unwrap_or_else(|| infinite(Number::NEG_INFINITY)),
            refinement
                .upper
                .clone()
                .unwrap_or_else(|| infinite(Number::INFINITY)),
        )
    }
}
