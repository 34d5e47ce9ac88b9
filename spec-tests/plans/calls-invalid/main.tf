resource "terraform_data" "a" {
  count = 2
}
resource "terraform_data" "s" {
}
output "a" {
  value = terraform_data.a[5].id
}
output "b" {
  value = terraform_data.a["x"].id
}
output "c" {
  value = [1, 2][3]
}
output "d" {
  value = { a = 1 }["b"]
}
output "e" {
  value = tonumber("x")
}
output "f" {
  value = null + 1
}
output "g" {
  value = "${null}"
}
output "h" {
  value = "${[1]}"
}
output "i" {
  value = { for x in ["a", "a"] : x => 1 }
}
output "j" {
  value = [for x in 5 : x]
}
output "k" {
  value = jsondecode("{")
}
output "l" {
  value = file("nope")
}
output "m" {
  value = 1 / 0
}
output "n" {
  value = tomap({ a = 1, b = [] })
}
output "o" {
  value = terraform_data.s.id.x
}
output "p" {
  value = terraform_data.s[0].id
}
output "q" {
  value = sensitive("x")
}
output "r" {
  value = !"x"
}
output "s" {
  value = regex("a", "b")
}
output "t" {
  value = element([], 0)
}
output "u" {
  value = cidrsubnet("10.0.0.0/33", 1, 1)
}
output "v" {
  value = lookup({ a = 1 }, "b")
}
output "w" {
  value = one([1, 2])
}
output "x" {
  value = coalesce(null, "")
}
output "y" {
  value = 1 == 1 ? 1 : nope()
}
