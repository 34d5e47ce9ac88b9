resource "acme_thing" "a" {
  name = "a"
  size = 1
  rule {
    port = 1
  }
}
