resource "acme_thing" "a" {
  size = 9
  rule {
    port = 7
  }
  lim {
    x = "o"
  }
}
