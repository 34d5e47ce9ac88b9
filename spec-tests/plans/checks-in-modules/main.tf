resource "terraform_data" "a" { input = "v" }
check "good" {
  assert {
    condition = terraform_data.a.input == "v"
    error_message = "no"
  }
}
check "bad" {
  assert {
    condition = terraform_data.a.input == "w"
    error_message = "is ${terraform_data.a.input}"
  }
  assert {
    condition = terraform_data.a.id == "w"
    error_message = "unk"
  }
  assert {
    condition = length("x") == 2
    error_message = "second"
  }
}
check "unk" {
  assert {
    condition = terraform_data.a.output == "w"
    error_message = "unk"
  }
}
check "secret" {
  assert {
    condition = sensitive("a") == "b"
    error_message = "hidden ${sensitive("x")}"
  }
}
module "m" {
  source = "./m"
  count = 2
  v = count.index
}
