//! Operations that must not allocate.

use hcl2_value::{Number, Type, Value};
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Returns the peak of bytes on the heap while `work` runs, beyond those before it.
fn peak(work: impl Fn()) -> usize {
    HEAP.reset_peak_usage();
    let before = HEAP.peak_usage();
    work();
    HEAP.peak_usage() - before
}

#[test]
fn small_operations_and_clones_allocate_nothing() {
    let (one, two) = (Value::from(1), Value::from(2));
    let (a, b) = (Value::from("a"), Value::from("b"));
    let rows = Value::from(vec![vec!["text"; 100]; 1000]);
    let object = Value::object([("name", Value::from("x")), ("rows", rows.clone())]);
    let ty = object.ty().clone();
    assert_eq!(peak(|| drop(one.add(&two))), 0, "1 + 2");
    assert_eq!(peak(|| drop(one.less_than(&two))), 0, "1 < 2");
    assert_eq!(peak(|| drop(a.equals(&b))), 0, "\"a\" == \"b\"");
    assert_eq!(peak(|| drop(Value::from("fifteen bytes.."))), 0, "a short text");
    assert_eq!(
        peak(|| drop((rows.clone(), object.clone(), ty.clone()))),
        0,
        "clones"
    );
    assert_eq!(peak(|| drop(object.attribute("rows"))), 0, "an attribute");
    for number in ["12", "1.5", "-0.001"] {
        assert_eq!(peak(|| drop(Number::parse(number))), 0, "{number}");
    }
    assert!(
        peak(|| drop(Value::from("more than fifteen bytes"))) > 0,
        "the measure can fail"
    );
    assert_eq!((size_of::<Value>(), size_of::<Type>()), (24, 16));
}
