variable "m" {
  type = map(string)
}
output "o" {
  value = join(",", var.m)
}
output "p" {
  value = element(var.m, 0)
}
output "q" {
  value = concat(var.m)
}
output "r" {
  value = sort(var.m)
}
output "s" {
  value = flatten(var.m)
}
output "t" {
  value = contains(var.m, "a")
}
