resource "acme_thing" "t" {
  name = "n"
  secret = "x"
}
resource "acme_thing" "u" {
  name = "n"
  secret = "x"
  rule {
    port = 1
  }
}
