resource "terraform_data" "d" {
  count = 2
  input = count.index
}
