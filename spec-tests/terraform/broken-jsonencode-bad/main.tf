locals {
  x = jsondecode("{")
}
