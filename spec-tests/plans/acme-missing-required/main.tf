resource "acme_thing" "a" {
  size = 1
}
