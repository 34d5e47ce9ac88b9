resource "beta_net" "a" {
  cidr = "x"
}
