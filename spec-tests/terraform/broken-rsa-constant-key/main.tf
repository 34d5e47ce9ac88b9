output "secret" {
  value = rsadecrypt("AAAA", "no key")
}
