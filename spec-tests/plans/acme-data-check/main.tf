check "c" {
  data "acme_data" "d" {
    name = "k"
  }
  assert {
    condition = data.acme_data.d.name == "k"
    error_message = "no"
  }
}
