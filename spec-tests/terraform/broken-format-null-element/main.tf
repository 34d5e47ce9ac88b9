output "a" {
  value = formatlist("%d", [null])
}
