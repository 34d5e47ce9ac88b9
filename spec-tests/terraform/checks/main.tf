resource "terraform_data" "a" {
  input = 1
}
check "health" {
  assert {
    condition     = terraform_data.a.input == 1
    error_message = "Not ${1}."
  }
  assert {
    condition     = terraform_data.a.input < 2
    error_message = "Never."
  }
}
