locals {
  x = toString(1)
}
