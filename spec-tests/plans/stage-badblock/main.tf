resource "terraform_data" "a" {
  nope {}
}
output "x" { value = tonumber("x") }
foo "bar" {}
