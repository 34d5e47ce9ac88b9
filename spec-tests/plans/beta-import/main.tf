import {
  to = beta_net.a
  id = "net-1"
}
resource "beta_net" "a" {
  cidr = "1"
  opt { k = 1 }
}
output "id" { value = beta_net.a.id }
