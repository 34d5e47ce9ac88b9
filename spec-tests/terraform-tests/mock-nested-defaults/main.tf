terraform {
  required_providers {
    acme = { source = "hashicorp/acme" }
  }
}
resource "acme_thing" "a" {
  name = "n"
  cfg = {
    mode = "m"
  }
  items = [{ k = "1" }, { k = "2", v = "given" }]
  byk = { a = { k = "x" } }
  sets = [{ k = "1" }]
  one {
    a = "b"
  }
  rule {
    port = 1
  }
  rule {
    port  = 2
    proto = "tcp"
  }
  disk {
    gb = 1
  }
  env "k" {
    v = "w"
  }
  dyn {
    d = [1]
  }
}
