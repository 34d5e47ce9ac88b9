resource "beta_net" "a" {
  cidr = "x"
  ids = ["a"]
  opt { k = 1 }
}
