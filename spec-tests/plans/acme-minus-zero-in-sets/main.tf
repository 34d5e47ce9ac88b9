resource "acme_thing" "w" {
  name = "w"
}
resource "acme_thing" "a" {
  name = "a"
  disk {
    gb = -(length({}) * 2)
  }
  disk {
    gb = 0
  }
  disk {
    key = acme_thing.w.id
  }
}
resource "acme_thing" "b" {
  name = "b"
  disk {
    gb = -0
  }
  disk {
    gb = 0
  }
}
resource "acme_thing" "c" {
  count = 1
  name  = "c"
  disk {
    gb = -(length({}) * 2)
  }
  disk {
    gb = count.index
  }
  disk {
    key = "x"
  }
}
