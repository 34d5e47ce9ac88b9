locals {
  x = tonumber("a")
}
