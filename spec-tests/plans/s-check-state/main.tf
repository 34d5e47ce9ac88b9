resource "terraform_data" "a" { input = 5 }
check "c" {
  assert {
    condition = terraform_data.a.output == 5
    error_message = "e"
  }
  assert {
    condition = terraform_data.a.id == "other"
    error_message = "id is ${terraform_data.a.id}"
  }
}
