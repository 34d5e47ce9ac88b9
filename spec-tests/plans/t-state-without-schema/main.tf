resource "terraform_data" "a" {
  for_each = { x = "1" }
  input = 1
}
output "o" {
  value = "x"
}
