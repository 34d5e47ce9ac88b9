//! Any bytes for the check `diff`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hcl2_fuzz::check("diff", bytes));
