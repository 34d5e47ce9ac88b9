resource "beta_net" "a" {
  cidr = "2"
  tags = { a = "new" }
  rule {
    from = 1
  }
  opt {
    k = 1
    in { s = "x" }
  }
}
output "o" { value = beta_net.a.tags_all }
output "i" { value = beta_net.a.id }
