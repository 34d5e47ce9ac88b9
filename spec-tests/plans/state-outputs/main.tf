output "a" {
  value = 2
}
output "b" {
  value = "x"
}
output "d" {
  value = null
}
