output "p" {
  value = 1
}
