locals {
  x = cidrsubnet("10.0.0.0/8", 30, 1)
}
