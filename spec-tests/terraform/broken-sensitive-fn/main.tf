output "a" {
  value = sensitive("a")
}
