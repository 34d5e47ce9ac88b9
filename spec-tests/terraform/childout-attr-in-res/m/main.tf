output "s" {
  value = "abc"
}
output "l" {
  value = ["abc"]
}
