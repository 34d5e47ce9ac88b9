output "x" {
  value = 1
  description = null
}
