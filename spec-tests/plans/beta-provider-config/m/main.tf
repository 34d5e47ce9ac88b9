resource "beta_net" "a" {
  cidr = "1"
  opt { k = 1 }
}
