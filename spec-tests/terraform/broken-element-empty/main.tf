locals {
  x = element([], 0)
}
