resource "terraform_data" "a" {
  for_each = { x = 1, y = 2 }
  input = each.value
  lifecycle {
    postcondition {
      condition = self.input == 1
      error_message = "bad ${each.key}"
    }
  }
}
resource "terraform_data" "b" { input = terraform_data.a["y"].input }
