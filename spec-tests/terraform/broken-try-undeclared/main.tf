locals {
  a = try(local.nope, 1)
}
