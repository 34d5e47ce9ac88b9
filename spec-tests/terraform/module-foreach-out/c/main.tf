output "foo" {
  value = 1
}
