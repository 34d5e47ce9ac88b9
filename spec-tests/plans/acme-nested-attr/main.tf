resource "acme_thing" "a" {
  name = "a"
  cfg = { mode = "m", pw = "x" }
  items = [{ k = "1" }, { k = "2", v = "z" }]
  byk = { x = { k = "1" }, y = {} }
  sets = [{ k = "1" }, { k = "2" }]
}
output "a" {
  value = acme_thing.a.items
}
output "b" {
  value = acme_thing.a.byk["x"].v
}
output "c" {
  value = acme_thing.a.items[1].v
}
output "d" {
  value = acme_thing.a.sets
}
output "f" {
  value = acme_thing.a.cfg.out
}
