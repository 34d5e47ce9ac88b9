//! Any bytes for the check `format`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hcl2_fuzz::check("format", bytes));
