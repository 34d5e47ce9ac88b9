//! Any bytes for the check `module`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hcl2_fuzz::check("module", bytes));
