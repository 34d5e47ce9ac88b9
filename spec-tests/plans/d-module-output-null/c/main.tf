output "n" {
  value = null
}
output "u" {
  value = 1
  description = "d"
}
