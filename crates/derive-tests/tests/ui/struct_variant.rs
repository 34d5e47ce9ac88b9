//! A variant with several unnamed fields.

#[derive(hcl2::Decode)]
enum Step {
    Run(String, u32),
}

fn main() {}
