//! Arithmetic of numbers, small and wide.

use std::hint::black_box;

use hcl2_value::{Number, OperationError, Value};
use num_bigint::BigUint;

use crate::contest::{Contest, timed_calls};
use crate::failure::Failure;
use crate::report::{Measurement, Unit};
use crate::setting::Setting;

/// The number of passes over the operands in a round.
const CALLS: usize = 20_000;

/// The number of small operands, used in pairs.
const SMALL: [i64; 8] = [1, 2, 40, -7, 1_000, 65_535, 9, 3];

/// The bits of a mantissa.
const BITS: u64 = 512;
/// The distance between the binary points of the wide operands, in bits.
const APART: u64 = 37;

type Operation = fn(&Value, &Value) -> Result<Value, OperationError>;

/// Adds, subtracts, multiplies and compares values of small whole numbers.
pub(super) fn small(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    const OPERATIONS: [Operation; 4] = [Value::add, Value::sub, Value::mul, Value::less_than];
    let operands = SMALL.map(Value::from);
    let results = |operands: &[Value; 8]| -> [Option<Value>; 32] {
        std::array::from_fn(|index| {
            let (a, b) = (&operands[index / 4], &operands[(index / 4 + 1) % 8]);
            OPERATIONS[index % 4](black_box(a), black_box(b)).ok()
        })
    };
    let sum = results(&operands)
        .iter()
        .flatten()
        .filter_map(Value::as_number)
        .try_fold(Number::ZERO, |sum, number| sum.add(number))
        .map_err(|error| Failure::Contestant(format!("{stage}: {error}")))?;
    let work = (CALLS * 32) as u64;
    let contest = Contest::new(stage, Unit::Nanoseconds, work, format!("the sum {sum}"), || {
        timed_calls(CALLS, || results(&operands))
    });
    contest.run(setting.rounds)
}

/// Adds, subtracts, multiplies and divides numbers that fill the mantissa; the peer does only the necessary work on whole
/// numbers.
pub(super) fn wide(stage: &'static str, setting: &Setting) -> Result<Measurement, Failure> {
    let failed = |reason: String| Failure::Contestant(format!("{stage}: {reason}"));
    let (a, b) = (mantissa(3), mantissa(7));
    let number = |mantissa: &BigUint, bits: u64| {
        let mantissa = Number::parse(&mantissa.to_string()).map_err(|error| failed(error.to_string()))?;
        let unit = Number::parse(&format!("1p-{bits}")).map_err(|error| failed(error.to_string()))?;
        mantissa.mul(&unit).map_err(|error| failed(error.to_string()))
    };
    let (x, y) = (number(&a, BITS - APART)?, number(&b, BITS)?);
    let ours = || [x.add(&y), x.sub(&y), x.mul(&y), x.div(&y)];
    let raw = || {
        let shifted = &a << APART;
        [
            (&shifted + &b) >> APART,
            (&shifted - &b) >> APART,
            (&a * &b) >> BITS,
            (&a << BITS) / &b,
        ]
    };
    // The product is below one, so its leading bits are those of the product of the mantissas.
    let product = ours()[2].clone().map_err(|error| failed(error.to_string()))?;
    let shape = |least: bool| format!("a product of at least 1/2: {least}");
    let half = number(&(BigUint::from(1_u8) << (BITS - 1)), BITS - APART)?;
    let mut contest = Contest::new(
        stage,
        Unit::Nanoseconds,
        (CALLS * 4) as u64,
        shape(product >= half),
        || timed_calls(CALLS, ours),
    );
    if setting.peers {
        let shape = shape(raw()[2].bits() == BITS);
        contest.check("num-bigint", &shape)?;
        // The peer neither rounds nor keeps an exponent.
        contest.add_unlike("num-bigint", || timed_calls(CALLS, raw));
    }
    contest.run(setting.rounds)
}

/// Returns a mantissa with its first and last bit set, and pseudorandom bits between.
fn mantissa(seed: u32) -> BigUint {
    let power = BigUint::from(2_654_435_761_u32).pow(15) * seed.pow(5);
    let top = power.bits().saturating_sub(BITS);
    let mut mantissa = (power >> top) | BigUint::from(1_u8);
    mantissa.set_bit(BITS - 1, true);
    mantissa
}
