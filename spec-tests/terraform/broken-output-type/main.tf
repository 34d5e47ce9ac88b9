output "v" {
  value = 1
  type = string
}
