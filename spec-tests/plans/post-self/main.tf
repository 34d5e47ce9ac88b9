resource "terraform_data" "a" {
  count = 2
  input = count.index
  lifecycle {
    postcondition {
      condition = self.input >= 0 && self.id != ""
      error_message = "bad ${count.index}"
    }
    postcondition {
      condition = self.output == count.index
      error_message = "bad"
    }
    precondition {
      condition = count.index < 5
      error_message = "bad"
    }
  }
}
