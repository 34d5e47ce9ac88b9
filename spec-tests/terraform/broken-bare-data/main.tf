output "a" {
  value = data.x
}
