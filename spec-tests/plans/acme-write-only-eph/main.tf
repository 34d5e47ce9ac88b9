variable "e" {
  ephemeral = true
  default = "q"
}
resource "acme_thing" "a" {
  name = "a"
  wo = var.e
}
