locals {
  a = true > false
}
