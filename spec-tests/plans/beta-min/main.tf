resource "beta_net" "a" {
  cidr = "10.0.0.0/8"
  opt { k = "x" }
}
output "o" {
  value = beta_net.a
  sensitive = true
}
