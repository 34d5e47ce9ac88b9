resource "acme_thing" "m" {
  count = 2
  name = "n${count.index}"
  size = count.index
}
resource "acme_thing" "e" {
  for_each = { x = 1, y = 2 }
  name = each.key
  size = each.value
  tags = { prev = acme_thing.m[0].name }
}
output "a" {
  value = acme_thing.m[*].name
}
output "b" {
  value = [for k, v in acme_thing.e : v.arn]
}
output "c" {
  value = acme_thing.e["x"].size
}
