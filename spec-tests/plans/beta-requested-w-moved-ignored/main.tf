variable "s" { 
  default = "s" 
  sensitive = true
}
resource "beta_net" "n" {
  count = 2
  cidr = "a${count.index}"
  opt { 
    k = var.s 
  }
}
resource "beta_app" "b" {
  for_each = { x = 1, z = 0 }
  name = beta_net.n[each.value].id
  old = var.s
  must {}
  lifecycle {
    ignore_changes = [old, name]
    create_before_destroy = true
  }
}
moved {
  from = beta_app.a
  to = beta_app.b
}
data "beta_look" "l" { q = beta_net.n[0].id }
output "l" { value = data.beta_look.l.out }
output "cnt" { value = length(beta_net.n) }
output "new" { value = beta_app.b["z"].id }
