output "a" {
  value = foo
}
