resource "acme_plain" "a" { v = "1" }
resource "acme_plain" "b" { v = "2" }
check "c" {
  data "acme_data" "d" { name = acme_plain.a.id }
  assert {
    condition = data.acme_data.d.val != ""
    error_message = "e"
  }
}
check "e" {
  data "acme_data" "f" { name = acme_plain.b.v }
  assert {
    condition = data.acme_data.f.val == ""
    error_message = "got ${data.acme_data.f.val}"
  }
}
check "g" {
  assert {
    condition = acme_plain.a.v == "2"
    error_message = "v ${acme_plain.a.v}"
  }
}
