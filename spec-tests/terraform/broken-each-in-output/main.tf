output "a" {
  value = each.key
}
