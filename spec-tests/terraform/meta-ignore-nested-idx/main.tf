resource "terraform_data" "a" {
  input = { a = [1] }
  lifecycle {
    ignore_changes = [input["a"][0], input.b]
  }
}
