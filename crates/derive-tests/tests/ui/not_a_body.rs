//! A configuration type without the derive.

struct Config;

fn main() {
    let _ = hcl2::from_str::<Config>("");
}
