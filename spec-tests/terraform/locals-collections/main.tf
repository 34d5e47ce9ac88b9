locals {
  list = ["a", "b", 3]
  object = {
    name        = "x"
    "two words" = 2
    nested      = { deep = [true] }
  }
  empty_list   = []
  empty_object = {}
}
