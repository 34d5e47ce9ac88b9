variable "n" {
  type = string
  default = null
}
resource "acme_thing" "a" {
  name = var.n
}
