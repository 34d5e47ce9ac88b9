check "in" {
  assert { 
    condition = path.module == "x"
    error_message = path.module
  }
}
resource "terraform_data" "x" {
  count = 2
  input = 1
  lifecycle {
    precondition {
      condition = count.index < 5
      error_message = "no"
    }
    postcondition {
      condition = self.output == 1
      error_message = "no"
    }
  }
}
