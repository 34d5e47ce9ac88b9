resource "terraform_data" "t" {
  input = path.module
}
