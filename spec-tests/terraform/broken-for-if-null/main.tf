locals {
  a = [for x in ["a", "b"] : x if null]
}
