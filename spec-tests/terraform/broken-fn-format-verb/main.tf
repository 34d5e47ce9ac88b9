locals {
  x = format("%d", "a")
}
