resource "acme_thing" "a" {
  name = "a"
}
