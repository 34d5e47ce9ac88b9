output "a" {
  value = format("%s", tostring(null))
}
