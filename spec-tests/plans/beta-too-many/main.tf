resource "beta_net" "a" {
  cidr = "x"
  opt { k = 1 }
  opt { k = 2 }
  opt { k = 3 }
}
