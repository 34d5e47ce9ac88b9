locals {
  key     = "k"
  one     = { (local.key) = 1 }
  two     = { (local.key) = 1, "${local.key}-b" = 2 }
  numbers = { 1 = "one", 2 = "two" }
}
