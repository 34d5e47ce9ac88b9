//! Plans of units of Terragrunt.

use std::fs;

use crate::support::run;

#[test]
fn unit_is_planned_with_its_module_files_and_inputs() {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    };
    write(".git/HEAD", "");
    write("root.hcl", "inputs = { env = \"prod\" }\n");
    write("live/vpc/terragrunt.hcl", "");
    write(
        "live/app/terragrunt.hcl",
        "include \"root\" {\n  path = find_in_parent_folders(\"root.hcl\")\n}\nterraform {\n  source = \"../../modules//app\"\n}\n\
         dependency \"vpc\" {\n  config_path = \"../vpc\"\n  mock_outputs = { id = \"vpc-1\" }\n}\ngenerate \"more\" {\n  path = \
         \"more.tf\"\n  if_exists = \"overwrite\"\n  contents = \"output \\\"made\\\" {\\n  value = 1\\n}\\n\"\n}\ninputs = {\n  \
         sizes = [1, 2]\n  on = true\n  vpc = dependency.vpc.outputs.id\n  unused = 1\n}\n",
    );
    write(
        "modules/app/main.tf",
        "variable \"env\" {\n  type = string\n}\nvariable \"vpc\" {}\nvariable \"on\" {}\nvariable \"sizes\" {\n  type = list(number)\n}\n\
         output \"all\" {\n  value = \"${var.env} ${var.vpc} ${length(var.sizes)} ${jsonencode(var.on)}\"\n}\n",
    );
    let (status, stdout, stderr) = run(directory.path(), &["plan", "live/app"], "");
    assert_eq!(status, 0, "{stdout}{stderr}");
    assert!(
        stdout.contains("\"prod vpc-1 2 \\\"true\\\"\"") && stdout.contains("made"),
        "{stdout}"
    );
    let (status, stdout, stderr) = run(directory.path(), &["plan", "--var", "env=dev", "live/app"], "");
    assert_eq!(status, 0, "{stdout}{stderr}");
    assert!(stdout.contains("\"dev vpc-1 2 \\\"true\\\"\""), "{stdout}");
    let (status, stdout, stderr) = run(directory.path(), &["plan", "--why=output.all", "live/app"], "");
    assert_eq!(status, 0, "{stdout}{stderr}");
    assert!(stdout.contains("var.vpc = \"vpc-1\""), "{stdout}");
    let (status, stdout, _) = run(directory.path(), &["render", "live/app"], "");
    assert_eq!(status, 0);
    assert!(stdout.contains("\"env\": \"prod\""), "{stdout}");
    let listed = fs::read_dir(directory.path().join("modules/app"))
        .unwrap()
        .count();
    assert_eq!(listed, 1, "nothing is written");
}
