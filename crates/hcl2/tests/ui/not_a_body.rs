//! A type without the derive as the whole configuration.

struct Config;

fn main() {
    let _ = hcl2::from_str::<Config>("");
}
