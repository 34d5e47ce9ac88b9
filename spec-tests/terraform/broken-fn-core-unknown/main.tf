locals {
  a = core::lengt([1])
}
