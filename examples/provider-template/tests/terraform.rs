//! The program under the real Terraform.

use std::path::Path;

use hcl2_provider::testing::Terraform;

#[test]
fn terraform_applies_and_destroys() {
    if !Terraform::is_there() {
        println!("SKIPPED: there is no `terraform` on the path");
        return;
    }
    let program = Path::new(env!("CARGO_BIN_EXE_terraform-provider-text"));
    let terraform = Terraform::overridden("text", "registry.terraform.io/example/text", program).unwrap();
    let file = "resource \"text_file\" \"one\" {\n  path    = \"${path.module}/one.txt\"\n  content = provider::text::shout(\"a\")\n}\n";
    terraform.write(file).unwrap();
    terraform.apply().unwrap();
    assert_eq!(std::fs::read_to_string(terraform.path("one.txt")).unwrap(), "A");
    assert!(terraform.has_no_changes().unwrap());
    terraform.destroy().unwrap();
    assert!(!terraform.path("one.txt").exists());
}
