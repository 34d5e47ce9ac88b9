locals {
  x = lookup({a = 1}, "b")
}
