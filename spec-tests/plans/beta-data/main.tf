data "beta_info" "i" {
  q = "known"
  id = "z"
}
resource "beta_net" "a" {
  cidr = data.beta_info.i.q
  opt { k = 1 }
}
output "o" { value = data.beta_info.i }
