variable "s" {
  default = "secret"
  sensitive = true
}
resource "acme_plain" "a" { v = var.s }
resource "acme_plain" "b" { v = "q" }
