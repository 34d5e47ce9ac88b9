resource "terraform_data" "a" {
  lifecycle {
    postcondition {
      condition = self.input == "x"
      error_message = "post"
    }
  }
}
resource "terraform_data" "b" {
  input = terraform_data.a.id
  lifecycle {
    precondition {
      condition = length(path.module) > 5
      error_message = "pre"
    }
  }
}
resource "terraform_data" "c" {
  count = 3
  lifecycle {
    precondition {
      condition = count.index == 1
      error_message = "pre ${count.index}"
    }
  }
}
output "o" {
  value = terraform_data.c[1].id
  precondition {
    condition = length(path.module) > 5
    error_message = "out"
  }
}
