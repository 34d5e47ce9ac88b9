locals {
  x = regex("[", "a")
}
