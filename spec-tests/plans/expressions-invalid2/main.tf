resource "terraform_data" "a" {
  input = { a = 1 }.b
}
resource "terraform_data" "b" {
  input = [1][3]
}
resource "terraform_data" "c" {
  input = tonumber("x")
}
resource "terraform_data" "e" {
  input = length(1)
}
locals { l = 1 / 0 }
output "o" { value = "a" + 1 }
output "p" { value = terraform_data.c.output.x }
