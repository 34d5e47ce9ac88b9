resource "acme_thing" "a" {
  name = "a"
  lim {
    x = "1"
  }
  lim {
    x = "2"
  }
}
