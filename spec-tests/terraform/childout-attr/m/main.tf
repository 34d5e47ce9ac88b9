output "x" {
  value = "abc"
}
output "l" {
  value = ["abc"]
}
