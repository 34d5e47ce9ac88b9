resource "terraform_data" "p" {
  count = 2
}
check "b" {
  assert {
    condition     = terraform_data.p[1].id == "x"
    error_message = "no"
  }
  assert {
    condition     = startswith("a-${terraform_data.p[1].id}", "b")
    error_message = "no"
  }
}
check "d" {
  assert {
    condition     = 1 == 2
    error_message = "id ${terraform_data.p[0].id}"
  }
}
check "e" {
  assert {
    condition     = sensitive(1 == 2)
    error_message = "id"
  }
}
output "z" {
  value = 1
  precondition {
    condition     = terraform_data.p[0].id != ""
    error_message = "z"
  }
}
