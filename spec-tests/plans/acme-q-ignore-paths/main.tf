resource "acme_thing" "a" {
  name = "n2"
  tags = { a = "1", b = "2" }
  rule { port = 9 }
  lifecycle { ignore_changes = [tags["a"], rule[0].port, name] }
}
