resource "terraform_data" "a" {
  lifecycle {
    precondition {
      condition = terraform_data.b.input
      error_message = "no"
    }
    postcondition {
      condition = tostring(self.id)
      error_message = "no"
    }
  }
}
resource "terraform_data" "b" { input = "notbool" }
