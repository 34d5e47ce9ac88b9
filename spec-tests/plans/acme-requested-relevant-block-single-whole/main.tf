resource "acme_plain" "s" {
  for_each = toset(["a", "b", "c", "d"])
  v        = each.key
}
resource "acme_thing" "b" {
  name = "n"
  zone = acme_plain.s["d"].v
  one {
    a = acme_plain.s["a"].v
  }
  rule {
    port  = 1
    proto = acme_plain.s["b"].v
    sub {
      s = acme_plain.s["c"].v
    }
  }
}
resource "terraform_data" "t" {
  input = acme_thing.b.one
}
