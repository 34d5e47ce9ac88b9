resource "terraform_data" "x" {
  locals = 1
}
