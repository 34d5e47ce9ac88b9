//! Memory grows with the length of a message, never with a length that it only announces, and what a message implies
//! is bounded.

use std::sync::{Mutex, MutexGuard, PoisonError};

use hcl2_value::{Type, Value};
use hcl2_wire::{MAX_DEPTH, MAX_IMPLIED, WireErrorKind, json, msgpack, notation};
use peak_alloc::PeakAlloc;

#[global_allocator]
static HEAP: PeakAlloc = PeakAlloc;

/// Bytes that an error, or a value with a few parts, may take.
const LITTLE: usize = 16 << 10;

/// Keeps the tests of this file apart: all threads share the heap.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the greatest number of bytes on the heap at once while `work` ran, beyond those before it, and its result.
fn peak<T>(work: impl FnOnce() -> T) -> (usize, T) {
    HEAP.reset_peak_usage();
    let before = HEAP.peak_usage();
    let result = work();
    (HEAP.peak_usage() - before, result)
}

/// Asserts that a message is refused, and explained, within `limit` bytes.
#[track_caller]
fn refused_within(limit: usize, bytes: &[u8], ty: &Type) -> WireErrorKind {
    let (used, decoded) = peak(|| msgpack::decode(bytes, ty));
    let kind = decoded.expect_err("an error").kind().clone();
    assert!(used <= limit, "decode: {used} bytes of memory for {ty:?}");
    let (used, problem) = peak(|| msgpack::explain(bytes, Some(ty)).error);
    assert_eq!(problem.map(|error| error.kind().clone()), Some(kind.clone()));
    assert!(used <= limit, "explain: {used} bytes of memory for {ty:?}");
    kind
}

/// Types whose values are arrays and maps, with the first byte of the widest form.
fn compound_types() -> [(Type, u8); 6] {
    [
        (Type::list(Type::BOOL), 0xdd),
        (Type::set(Type::BOOL), 0xdd),
        (Type::map(Type::BOOL), 0xdf),
        (Type::list(Type::DYNAMIC), 0xdd),
        (Type::map(Type::list(Type::STRING)), 0xdf),
        (Type::list(Type::map(Type::STRING)), 0xdd),
    ]
}

#[test]
fn measure_sees_memory_that_is_only_reserved() {
    let _alone = alone();
    let (used, room) = peak(|| Vec::<u8>::with_capacity(1 << 26));
    assert_eq!(room.capacity(), 1 << 26);
    assert!((1 << 26..(1 << 26) + LITTLE).contains(&used), "{used}");
}

#[test]
fn announced_lengths_cost_nothing() {
    let _alone = alone();
    let tuple = Type::tuple([Type::STRING, Type::BOOL]);
    let object = Type::object([("a", Type::STRING), ("b", Type::BOOL)]);
    let compound = compound_types().map(|(ty, _)| ty);
    for ty in [Type::STRING, Type::NUMBER, Type::DYNAMIC, tuple, object]
        .iter()
        .chain(&compound)
    {
        for bytes in [
            // Arrays and maps.
            &b"\xdc\xff\xff\xc0"[..],
            b"\xdd\x04\0\0\0\xc0",
            b"\xdd\xff\xff\xff\xff\xc0",
            b"\xde\xff\xff\xa1a",
            b"\xdf\x04\0\0\0\xa1a",
            b"\xdf\xff\xff\xff\xff\xa1a",
            // Strings, binary data and extensions.
            b"\xd9\xffx",
            b"\xda\xff\xffx",
            b"\xdb\xff\xff\xff\xffx",
            b"\xc4\xffx",
            b"\xc5\xff\xffx",
            b"\xc6\xff\xff\xff\xffx",
            b"\xc7\xff\x0cx",
            b"\xc8\xff\xff\x0cx",
            b"\xc9\xff\xff\xff\xff\x0cx",
        ] {
            assert_eq!(refused_within(LITTLE, bytes, ty), WireErrorKind::UnexpectedEnd);
        }
    }
}

#[test]
fn lengths_announced_inside_of_other_values_cost_nothing() {
    let _alone = alone();
    let text = Type::STRING;
    let tuple = Type::tuple([text.clone(), text.clone()]);
    let object = Type::object([("a", text.clone()), ("b", text.clone())]);
    for (bytes, ty) in [
        (&b"\x92\xa1x\xdb\xff\xff\xff\xff"[..], Type::list(text.clone())),
        (b"\x92\xa1x\xdb\xff\xff\xff\xff", tuple),
        (b"\x82\xa1a\xdb\xff\xff\xff\xff", object.clone()),
        (b"\x82\xdb\xff\xff\xff\xff", object),
        (b"\x81\xdb\xff\xff\xff\xff", Type::map(text.clone())),
        (
            b"\x91\x91\xdd\xff\xff\xff\xff",
            Type::list(Type::list(Type::list(text.clone()))),
        ),
        (b"\x92\xc6\xff\xff\xff\xff", Type::DYNAMIC),
        (b"\x92\xc4\x08\"string\"\xdb\xff\xff\xff\xff", Type::DYNAMIC),
        // The prefix of a string, a bound of a number, and a refinement that is not known.
        (b"\xc7\x07\x0c\x81\x02\xdb\xff\xff\xff\xff", text.clone()),
        (b"\xc7\x09\x0c\x81\x03\x92\xdb\xff\xff\xff\xff\xc3", Type::NUMBER),
        (b"\xc7\x07\x0c\x81\x09\xdd\xff\xff\xff\xff", text.clone()),
        (b"\xc7\x05\x0c\xdf\xff\xff\xff\xff", text),
    ] {
        assert_eq!(refused_within(LITTLE, bytes, &ty), WireErrorKind::UnexpectedEnd);
    }
}

/// An array or a map of as many elements as bytes can follow, and these bytes, with which no value starts.
fn announcement(first: u8, bytes: usize) -> Vec<u8> {
    let elements = if first == 0xdf { bytes / 2 } else { bytes };
    let elements = u32::try_from(elements).expect("a length");
    [&[first], &elements.to_be_bytes()[..], &vec![0xc1; bytes]].concat()
}

#[test]
fn lengths_that_the_message_has_bytes_for_cost_nothing_before_the_elements() {
    let _alone = alone();
    for (ty, first) in compound_types() {
        let kind = refused_within(LITTLE, &announcement(first, 1 << 20), &ty);
        assert_eq!(kind, WireErrorKind::ReservedByte, "{ty:?}");
    }
}

#[test]
fn lengths_announced_at_every_level_cost_a_little_for_each() {
    let _alone = alone();
    let levels = MAX_DEPTH as usize;
    let nested = |around: fn(Type) -> Type| (0..levels).fold(Type::BOOL, |ty, _| around(ty));
    for (ty, head) in [
        (nested(Type::list), &b"\xdd\0\x10\0\0"[..]),
        (nested(Type::set), b"\xdd\0\x10\0\0"),
        (nested(Type::map), b"\xdf\0\x08\0\0\xa1a"),
    ] {
        let bytes = [head.repeat(levels), vec![0xc1; 1 << 20]].concat();
        let kind = refused_within(levels * LITTLE, &bytes, &ty);
        assert_eq!(kind, WireErrorKind::ReservedByte, "{ty:?}");
    }
}

/// A list of which a refinement says that it has exactly `length` elements and is not null.
fn list_of_exactly(length: u64) -> Vec<u8> {
    let length = [&[0xcf], &length.to_be_bytes()[..]].concat();
    let payload = [&b"\x83\x01\xc2\x05"[..], &length, b"\x06", &length].concat();
    [
        &[0xc7, u8::try_from(payload.len()).expect("short"), 12],
        &payload[..],
    ]
    .concat()
}

#[test]
fn length_that_a_refinement_implies_costs_nothing_beyond_1024_elements() {
    let _alone = alone();
    for ty in [
        Type::list(Type::BOOL),
        Type::set(Type::BOOL),
        Type::map(Type::BOOL),
    ] {
        for length in [1025, 1 << 26, 1 << 40, u64::MAX] {
            let bytes = list_of_exactly(length);
            let (used, decoded) = peak(|| msgpack::decode(&bytes, &ty));
            assert!(decoded.is_err() || !decoded.expect("a value").is_known());
            assert!(used <= LITTLE, "{used} bytes of memory for {length} elements");
        }
    }
    let ty = Type::list(Type::BOOL);
    let (used, decoded) = peak(|| msgpack::decode(&list_of_exactly(1024), &ty));
    assert_eq!(decoded.expect("a value").element_count(), Some(1024));
    assert!((1024 * size_of::<Value>()..128 << 10).contains(&used), "{used}");
}

/// Memory for as many parts as a message may imply, each a value with its own copy of its name and type.
const ALL_IMPLIED: usize = MAX_IMPLIED * 64;

#[test]
fn elements_that_many_refinements_imply_are_bounded() {
    let _alone = alone();
    let lists = MAX_IMPLIED as u32 / 1024 * 4;
    let bytes = [
        &b"\xdd"[..],
        &lists.to_be_bytes(),
        &list_of_exactly(1024).repeat(lists as usize),
    ]
    .concat();
    let ty = Type::list(Type::list(Type::BOOL));
    let (used, decoded) = peak(|| msgpack::decode(&bytes, &ty));
    assert_eq!(
        decoded.expect_err("an error").kind(),
        &WireErrorKind::TooManyImplied
    );
    assert!(used <= ALL_IMPLIED, "{used}");
}

#[test]
fn attributes_that_json_leaves_out_are_bounded() {
    let _alone = alone();
    let wide = Type::object((0..1024).map(|index| (index.to_string(), Type::BOOL)));
    let ty = Type::list(wide);
    let text = format!("[{}{{}}]", "{},".repeat(MAX_IMPLIED / 1024 * 4));
    let (used, decoded) = peak(|| json::decode(text.as_bytes(), &ty));
    assert_eq!(
        decoded.expect_err("an error").kind(),
        &WireErrorKind::TooManyImplied
    );
    assert!(used <= ALL_IMPLIED, "{used}");
}

#[test]
fn json_reserves_no_more_than_the_parts_of_its_type() {
    let _alone = alone();
    let names = || (0..1000).map(|index| format!("a{index}"));
    let tuple = |ty: &Type| Type::tuple(vec![ty.clone(); 1000]);
    let object = |ty: &Type| Type::object(names().map(|name| (name, ty.clone())));
    let parts = 2 * 1000 * size_of::<Value>() + LITTLE;
    for (text, ty) in [
        ("[[", tuple(&tuple(&Type::BOOL))),
        ("[{", tuple(&object(&Type::BOOL))),
        ("{\"a0\":{", object(&object(&Type::BOOL))),
        ("{\"a0\":[", object(&tuple(&Type::BOOL))),
    ] {
        let (used, decoded) = peak(|| json::decode(text.as_bytes(), &ty));
        assert_eq!(
            decoded.expect_err("an error").kind(),
            &WireErrorKind::UnexpectedEnd
        );
        assert!(used <= parts, "{used} bytes of memory for {text}");
    }
}

/// Asserts that `work` takes memory for a message in proportion to its length: `each` bytes for a byte at most.
#[track_caller]
fn assert_proportional<T>(
    what: &str,
    each: usize,
    message: impl Fn(usize) -> Vec<u8>,
    work: impl Fn(&[u8]) -> T,
) {
    for parts in [1000, 4000, 16_000] {
        let bytes = message(parts);
        let (used, _) = peak(|| work(&bytes));
        assert!(
            used <= bytes.len() * each + LITTLE,
            "{what}: {used} bytes of memory for {} bytes",
            bytes.len()
        );
    }
}

#[test]
fn memory_grows_with_the_length_of_the_message() {
    let _alone = alone();
    let joined = |head: &str, part: &str, parts: usize, tail: &str| {
        format!("{head}{}{tail}", vec![part; parts].join(",")).into_bytes()
    };
    let list = Type::list(Type::BOOL);
    let array = |parts: usize| [&b"\xdd"[..], &(parts as u32).to_be_bytes(), &vec![0xc3; parts]].concat();
    assert_proportional("array", 100, array, |bytes| {
        msgpack::decode(bytes, &list).expect("a value")
    });
    let array = |parts: usize| joined("[", "1", parts, "]");
    assert_proportional("JSON array", 100, array, |text| {
        json::decode(text, &Type::list(Type::NUMBER)).expect("a value")
    });
    let types = |parts: usize| joined("[\"tuple\",[", "\"bool\"", parts, "]]");
    assert_proportional("types", 20, types, |text| notation::read(text).expect("a type"));
    let text = |parts: usize| [&b"\xdb"[..], &(parts as u32).to_be_bytes(), &vec![b'x'; parts]].concat();
    assert_proportional("string", 3, text, |bytes| {
        msgpack::decode(bytes, &Type::STRING).expect("a value")
    });
}
