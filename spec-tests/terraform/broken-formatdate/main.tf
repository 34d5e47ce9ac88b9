locals {
  x = formatdate("YYYY", "nope")
}
