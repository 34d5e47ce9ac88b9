//! A default of an attribute for later that would be a template.

#[derive(hcl2::Decode)]
struct Rule {
    #[hcl(default = "not ${user}")]
    message: hcl2::Lazy<String>,
}

fn main() {}
