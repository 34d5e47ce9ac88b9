
variable "s" {
  default   = "secret"
  sensitive = true
}
resource "acme_thing" "t" {
  name  = var.s
  tags  = { a = "x", b = sensitive("y") }
  items = [{ k = sensitive("k") }]
  rule { port = sensitive(1) }
}
resource "acme_thing" "u" {
  name = "plain"
  tags = { a = "x" }
  rule { port = 1 }
}
resource "acme_thing" "v" {
  name   = "v"
  secret = "b"
}
output "o" {
  value     = acme_thing.t.tags["a"]
  sensitive = true
}
output "p" { value = "now" }
output "q" {
  value     = "gone"
  sensitive = true
}
