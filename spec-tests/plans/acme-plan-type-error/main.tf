variable "s" {
  default = "x"
}
resource "acme_thing" "a" {
  name = "a"
  size = var.s
}
