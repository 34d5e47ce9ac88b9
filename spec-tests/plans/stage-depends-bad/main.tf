resource "terraform_data" "a" {
  depends_on = [terraform_data.none]
}
output "x" { value = tonumber("x") }
