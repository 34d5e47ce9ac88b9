resource "beta_net" "a" {
  cidr = "1"
  opt { k = 1 }
}
data "beta_info" "i" {
  q = beta_net.a.id
  m = { a = "b" }
}
data "beta_look" "l" {
  for_each = toset(["a", "b"])
  q = "${each.key}${beta_net.a.id}"
  f {
    n = each.value
    v = [beta_net.a.cidr]
  }
}
output "o" { value = data.beta_info.i }
output "l" { value = data.beta_look.l["a"].out }
