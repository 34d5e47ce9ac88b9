resource "beta_net" "p" {
  cidr = "1"
  opt { k = "x" }
}
resource "beta_net" "a" {
  count = length(beta_net.p.ids)
  cidr = "1"
  opt { k = "x" }
}
