//! Any bytes for the check `decode`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hcl2_fuzz::check("decode", bytes));
