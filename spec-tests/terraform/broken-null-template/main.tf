output "a" {
  value = "a${null}"
}
