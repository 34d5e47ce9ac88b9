output "o" {
  value = { a = 1 }
}
