output "a" {
  value = uper("a")
}
