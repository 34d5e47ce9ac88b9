resource "acme_thing" "a" {
  name = "a"
  size = "x"
}
