resource "terraform_data" "f" {
  for_each = fileset("${path.module}/d", "**/*.json")
  input    = jsondecode(file("${path.module}/d/${each.value}"))
}
locals {
  cfg = yamldecode(file("${path.module}/d/c.yaml"))
  tpl = templatefile("d/t.tftpl", { names = [for f in terraform_data.f : f.input.n], u = terraform_data.f["a.json"].id })
}
output "cfg" {
  value = local.cfg
}
output "tpl" {
  value = local.tpl
}
output "h" {
  value = [filesha256("d/a.json"), fileexists("d/zz"), length(file("d/t.tftpl"))]
}
output "f" {
  value = { for k, f in terraform_data.f : k => f.input }
}
output "bad" {
  value = try(file("d/none"), "fallback")
}
