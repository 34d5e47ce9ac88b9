//! Numbers that the reference computes from the results of functions.

use crate::case::Case;
use crate::compare::Difference;
use crate::decimal::Decimal;

/// Returns whether the case calculates with the result of a function and expects our result rounded to 64 bits.
pub(super) fn precision(case: &Case, difference: &Difference) -> Option<bool> {
    const BITS: u64 = 64;
    const DIGITS: usize = 20;
    let source = case.given["src"].as_str()?;
    let calculates = source.contains('(') && source.contains(['%', '/', '*', '-', '+']);
    let (have, want) = (&difference.have, &difference.want);
    let are_numbers = have["type"] == "number" && want["type"] == "number";
    let have = Decimal::parse(have["value"].as_str()?)?;
    let want = Decimal::parse(want["value"].as_str()?)?;
    let is_rounded = have.rounded_to_bits(BITS)? == want.rounded_to_bits(BITS)?;
    Some(calculates && are_numbers && is_rounded && have.precision() > DIGITS && want.precision() <= DIGITS)
}
