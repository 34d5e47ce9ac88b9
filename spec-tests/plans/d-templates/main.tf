locals {
  t = templatefile("t.tpl", { xs = ["a", "b"], m = { k = "v" } })
}
resource "terraform_data" "u" {}
output "a" {
  value = local.t
}
output "b" {
  value = templatefile("t.tpl", { xs = [terraform_data.u.id], m = {} })
}
output "c" {
  value = templatestring(local.q, { n = 1 })
}
locals {
  q = "n=$${n}"
}
