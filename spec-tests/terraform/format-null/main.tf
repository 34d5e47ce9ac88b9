output "a" {
  value = [format("%d", null), formatlist("%s-%s", ["a"], null)]
}
