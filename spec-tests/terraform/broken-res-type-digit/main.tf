resource "1terraform_data" "x" {
}
