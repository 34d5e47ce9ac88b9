locals {
  o = 1
}
