resource "acme_thing" "a" {
  name = "a"
  rule {
    port = 1
  }
  rule {
    port = 2
  }
  disk {
    gb = 1
    key = "q"
  }
}
output "r" {
  value = acme_thing.a.rule[*].port
}
output "d" {
  value = acme_thing.a.disk
  sensitive = true
}
