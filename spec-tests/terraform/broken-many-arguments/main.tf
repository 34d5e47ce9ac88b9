output "a" {
  value = upper("a", "b")
}
