resource "terraform_data" "a" {
  input = { a = 1 }.b
}
resource "terraform_data" "b" {
  input = [1][3]
}
resource "terraform_data" "c" {
  input = tonumber("x")
}
resource "terraform_data" "d" {
  input = nosuch(1)
}
resource "terraform_data" "e" {
  input = length(1)
}
