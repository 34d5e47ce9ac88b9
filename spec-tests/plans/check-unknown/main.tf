resource "terraform_data" "a" {}
check "c" {
  assert {
    condition = terraform_data.a.id == "x"
    error_message = "bad"
  }
  assert {
    condition = 1 == 2
    error_message = "bad ${terraform_data.a.id}"
  }
}
