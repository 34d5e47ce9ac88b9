resource "acme_plain" "p" {
  count = 2
  v     = "x"
}
data "acme_data" "d" {
  name = acme_plain.p[0].id
}
check "a" {
  data "acme_data" "in" {
    name = acme_plain.p[1].id
  }
  assert {
    condition     = data.acme_data.in.val == "z"
    error_message = "no"
  }
  assert {
    condition     = data.acme_data.in.name != null
    error_message = "no ${data.acme_data.d.val}"
  }
}
check "b" {
  assert {
    condition     = acme_plain.p[5].id == "x"
    error_message = "no"
  }
}
check "c" {
  assert {
    condition     = tobool("x")
    error_message = "no"
  }
  assert {
    condition     = false
    error_message = "no ${sensitive("x")}"
  }
  assert {
    condition     = 1 == 2
    error_message = "plain"
  }
}
check "d" {
  assert {
    condition     = 1 == 2
    error_message = "id ${acme_plain.p[0].id}"
  }
}
