resource "terraform_data" "a" {
  input = 5
}
check "msg_unknown" {
  assert {
    condition     = false
    error_message = "id is ${terraform_data.a.id}"
  }
}
check "msg_null" {
  assert {
    condition     = terraform_data.a.input == 4
    error_message = terraform_data.a.input == 5 ? null : ""
  }
}
check "msg_sens" {
  assert {
    condition     = terraform_data.a.input == 4
    error_message = "x ${sensitive("a")}"
  }
}
