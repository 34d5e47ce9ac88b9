resource "acme_thing" "a" {
  name = "a"
  nope = 1
}
