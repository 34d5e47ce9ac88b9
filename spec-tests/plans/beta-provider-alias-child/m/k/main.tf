resource "beta_net" "deep" {
  cidr = "1"
  opt { k = 1 }
}
