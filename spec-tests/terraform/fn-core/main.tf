locals {
  a = core::length([1])
}
