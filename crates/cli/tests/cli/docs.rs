//! `hcl2 docs`: the documentation of a module.

use crate::support::run;

const MODULE: &str = r#"terraform {
  required_version = ">= 1.5"
  required_providers {
    aws = {
      source  = "hashicorp/aws"
      version = "~> 5.0"
    }
  }
}
variable "name" {
  description = "The name | of it."
  type        = string
}
variable "ports" {
  type    = list(number)
  default = [80]
}
variable "key" {
  default   = "0815"
  sensitive = true
}
resource "aws_vpc" "main" {}
data "aws_ami" "image" {}
module "net" {
  source = "./net"
}
output "id" {
  value       = aws_vpc.main.id
  description = "Where it is."
}
"#;

const MARKDOWN: &str = r"## Requirements

| Name | Source | Version |
| --- | --- | --- |
| aws | hashicorp/aws | ~> 5.0 |
| terraform | n/a | >= 1.5 |

## Modules

| Name | Source | Version |
| --- | --- | --- |
| net | ./net | n/a |

## Resources

| Name | Kind |
| --- | --- |
| aws\_ami.image | data |
| aws\_vpc.main | resource |

## Inputs

| Name | Description | Type | Default | Required |
| --- | --- | --- | --- | --- |
| key | n/a | `any` | (sensitive) | no |
| name | The name \| of it. | `string` | n/a | yes |
| ports | n/a | `list(number)` | `[80]` | no |

## Outputs

| Name | Description | Sensitive |
| --- | --- | --- |
| id | Where it is. | no |
";

#[test]
fn a_module_is_documented_in_place() {
    let directory = tempfile::tempdir().expect("a directory");
    let file = |name: &str| directory.path().join(name);
    std::fs::write(file("main.tf"), MODULE).expect("a file");
    let printed = run(directory.path(), &["docs"], "");
    assert_eq!(printed, (0, MARKDOWN.to_owned(), String::new()));

    std::fs::write(
        file("README.md"),
        "# Net\n\n<!-- BEGIN_TF_DOCS -->\nold\n<!-- END_TF_DOCS -->\n\nEnd.\n",
    )
    .expect("a file");
    let write = ["docs", ".", "--write", "README.md"];
    let check = ["docs", ".", "--write", "README.md", "--check"];
    let differs = (1, "README.md\n".to_owned(), String::new());
    assert_eq!(run(directory.path(), &check, ""), differs);
    assert_eq!(
        run(directory.path(), &write, ""),
        (0, "README.md\n".to_owned(), String::new())
    );
    assert_eq!(
        std::fs::read_to_string(file("README.md")).expect("a file"),
        format!("# Net\n\n<!-- BEGIN_TF_DOCS -->\n{MARKDOWN}<!-- END_TF_DOCS -->\n\nEnd.\n")
    );
    assert_eq!(
        run(directory.path(), &check, ""),
        (0, String::new(), String::new())
    );
}

#[test]
fn markers_in_descriptions_and_defaults_are_text() {
    let directory = tempfile::tempdir().expect("a directory");
    let module = "variable \"x\" {\n  description = \"a `<!-- END_TF_DOCS -->`\\n<!-- END_TF_DOCS --> <b>\"\n  \
                  default     = \"<!-- END_TF_DOCS -->\"\n}\n";
    std::fs::write(directory.path().join("main.tf"), module).expect("a file");
    // The second run changes nothing.
    for changed in ["README.md\n", ""] {
        let written = run(directory.path(), &["docs", ".", "--write", "README.md"], "");
        assert_eq!(written, (0, changed.to_owned(), String::new()));
    }
    let text = std::fs::read_to_string(directory.path().join("README.md")).expect("a file");
    let rows = text.lines().filter(|line| line.starts_with("| x "));
    assert_eq!(rows.count(), 1, "{text}");
    assert!(text.contains("<br/>&lt;!-- END\\_TF\\_DOCS --> &lt;b>"), "{text}");
    assert!(text.ends_with("|\n<!-- END_TF_DOCS -->\n"), "{text}");
}

#[test]
fn half_a_pair_of_markers_is_refused() {
    let directory = tempfile::tempdir().expect("a directory");
    std::fs::write(directory.path().join("main.tf"), MODULE).expect("a file");
    std::fs::write(directory.path().join("README.md"), "<!-- BEGIN_TF_DOCS -->\n").expect("a file");
    let (status, _, problem) = run(directory.path(), &["docs", "--write", "README.md"], "");
    assert_eq!(status, 2);
    assert!(
        problem.starts_with("error: the file README.md has one of the markers "),
        "{problem}"
    );
}
