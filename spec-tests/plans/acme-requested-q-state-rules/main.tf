resource "acme_thing" "a" {
  name = "n"
  size = 3
  rule { port = 1 }
  rule {
    port = 2
    proto = "udp"
  }
  disk { gb = 1 }
  env "x" { v = "new" }
  cfg = { mode = "m2" }
  items = [{ k = "a" }, { k = "b", v = "w" }]
  byk = { one = { k = "q" } }
  sets = [{ k = "s" }]
  one { a = "o" }
}
output "arn" { value = acme_thing.a.arn }
