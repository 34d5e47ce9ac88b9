locals {
  x = regex("b", "a")
}
