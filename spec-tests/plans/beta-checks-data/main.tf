check "c" {
  data "beta_info" "i" { q = "x" }
  assert {
    condition = data.beta_info.i.q == "x"
    error_message = "no"
  }
}
check "d" {
  data "beta_info" "k" { q = "x" }
  assert {
    condition = data.beta_info.k.q == "y"
    error_message = "no ${data.beta_info.k.q}"
  }
}
