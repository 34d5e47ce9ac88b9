//! Links the unoptimised command at a fixed address: the tests start it thousands of times, and to relocate its tables of
//! functions takes longer than most of what it then does.

fn main() {
    let of = |name| std::env::var(name).unwrap_or_default();
    let is_linux = of("CARGO_CFG_TARGET_OS") == "linux" && of("CARGO_CFG_TARGET_ENV") == "gnu";
    if of("PROFILE") == "debug" && is_linux {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
    println!("cargo::rerun-if-changed=build.rs");
}
