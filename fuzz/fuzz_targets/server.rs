//! Any session for the check `server`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| hcl2_fuzz::check("server", bytes));
