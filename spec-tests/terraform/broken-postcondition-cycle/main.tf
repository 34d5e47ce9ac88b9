resource "terraform_data" "b" {
  lifecycle {
    postcondition {
      condition = terraform_data.c.id != self.id
      error_message = "x"
    }
  }
}
resource "terraform_data" "c" { input = terraform_data.b.id }
