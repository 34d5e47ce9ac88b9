resource "terraform_data" "a" {
  input = tolist(["1"])
}
