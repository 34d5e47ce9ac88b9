resource "terraform_data" "1x" {
}
