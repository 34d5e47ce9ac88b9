terraform {
  required_providers {
    util = { source = "corp/util" }
  }
}
resource "util_password" "p" {
  for_each = { a = 8, b = 13 }
  length = each.value
}
resource "util_id" "id" {
  bytes = 4
  keepers = { pw = util_password.p["a"].result, n = util_password.p["b"].length }
}
resource "util_null" "n" {
  triggers = { id = util_id.id.hex, all = join(",", [for k, p in util_password.p : "${k}${p.length}"]) }
  provisioner "local-exec" {
    command = "echo ${util_id.id.dec}"
    interpreter = ["bash", "-c"]
  }
}
output "k" {
  value = util_id.id.keepers
  sensitive = true
}
output "hex" { value = util_id.id.hex }
output "sp" { value = util_password.p["a"].special }
output "trig" { value = util_null.n.triggers }
output "pws" {
  value = { for k, p in util_password.p : k => p.result }
  sensitive = true
}
output "b" {
  value = [for p in util_password.p : nonsensitive(p.result)]
}
