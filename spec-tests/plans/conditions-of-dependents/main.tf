resource "terraform_data" "a" {
  input = 1
  lifecycle {
    precondition {
      condition     = terraform_data.b.input == 5
      error_message = "a"
    }
  }
}
resource "terraform_data" "b" {
  input = 2
  lifecycle {
    postcondition {
      condition     = self.input == 3
      error_message = "b ${self.id}"
    }
  }
}
resource "terraform_data" "c" {
  input = terraform_data.b.input
}
resource "terraform_data" "d" {
  count = 3
  lifecycle {
    precondition {
      condition     = count.index != 1
      error_message = "d"
    }
  }
}
output "x" {
  value = terraform_data.d[2].id
  precondition {
    condition     = false
    error_message = "x"
  }
}
output "y" {
  value = terraform_data.c.input
  precondition {
    condition     = terraform_data.c.input == 5
    error_message = "x"
  }
}
