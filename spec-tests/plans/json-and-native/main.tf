locals {
  x = 1
}
