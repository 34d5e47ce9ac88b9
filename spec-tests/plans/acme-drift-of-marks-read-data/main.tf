resource "acme_thing" "a" {
  name = "new"
  wo   = "secret"
}
resource "acme_thing" "b" {
  name = "n"
  wo   = "secret"
}
data "acme_data" "d" {
  name = "n"
}
