//! A variant with fields of its own.

#[derive(hcl2::Decode)]
enum Step {
    Run { command: String },
}

fn main() {}
