resource "terraform_data" "a" {
  input = file("${path.module}/x.txt")
  triggers_replace = filemd5("x.txt")
}
output "f" { value = fileset(path.module, "d/*.txt") }
output "y" { value = yamldecode(file("y.yaml")) }
output "j" { value = jsondecode(file("${path.root}/j.json")) }
output "ex" { value = [fileexists("x.txt"), fileexists("nope")] }
output "ab" { value = basename(abspath("x.txt")) }
output "b64" { value = filebase64("x.txt") }
output "csv" { value = csvdecode(file("c.csv")) }
output "dir" { value = dirname("a/b/c.txt") }
output "pe" { value = pathexpand("x") }
output "cwd" { value = path.cwd == path.root }
output "tf" { value = templatefile("t.tpl", { xs = ["a", "b"], m = { k = "v" } }) }
