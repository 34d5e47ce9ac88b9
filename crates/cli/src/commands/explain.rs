//! `hcl2 explain`: what the code of a problem means.

use hcl2::diagnostics::{Code, codes};
use hcl2::project::code_named;

use crate::output::{Failure, Page};

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  hcl2 explain hcl2::terraform::deprecated\n  hcl2 explain reference-expected\n  hcl2 explain terraform\n  hcl2 explain"
)]
pub(crate) struct Arguments {
    /// The code of a problem, its last part, or the name of an area, such as `terraform`, to list its codes [default: list
    /// all codes].
    #[arg(value_name = "CODE")]
    codes: Vec<String>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Failure> {
    let mut page = Page::new();
    if arguments.codes.is_empty() {
        list(codes::all(), &mut page);
    }
    for (index, name) in arguments.codes.iter().enumerate() {
        if index > 0 {
            page.push("\n");
        }
        let found: Vec<Code> = codes::all()
            .filter(|code| code.id() == name || code.id().rsplit("::").next() == Some(name))
            .collect();
        if !found.is_empty() {
            explain(&found, &mut page);
            continue;
        }
        let area = format!(
            "hcl2::{}::",
            name.trim_start_matches("hcl2::").trim_end_matches("::")
        );
        let of_area: Vec<Code> = codes::all().filter(|code| code.id().starts_with(&area)).collect();
        if of_area.is_empty() {
            let problem = code_named(name).err().unwrap_or_default();
            return Err(Failure::Message(format!("`{name}`: {problem}")));
        }
        list(of_area.into_iter(), &mut page);
    }
    page.write()
}

/// Adds the codes to a page, one a line.
fn list(codes: impl Iterator<Item = Code>, page: &mut Page) {
    for code in codes {
        page.push(&format!("{code}\n"));
    }
}

/// Adds what codes mean to a page.
fn explain(codes: &[Code], page: &mut Page) {
    for (index, code) in codes.iter().enumerate() {
        if index > 0 {
            page.push("\n");
        }
        page.paint("1", code.id());
        page.push(&format!("\n\n{}\n", code.meaning()));
    }
}
