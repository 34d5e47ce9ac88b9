variable "n" {
  default = 3
}
resource "terraform_data" "a" {
  input = 5
}
check "fails" {
  assert {
    condition     = var.n == 4
    error_message = "n is ${var.n}"
  }
  assert {
    condition     = terraform_data.a.id == "x"
    error_message = "second ${var.n}"
  }
  assert {
    condition     = var.n == 5
    error_message = "third"
  }
}
check "sens" {
  assert {
    condition     = sensitive(var.n) == 4
    error_message = "n is not 4"
  }
}
check "ok" {
  assert {
    condition     = var.n == 3
    error_message = "x"
  }
  assert {
    condition     = "true"
    error_message = "x"
  }
}
module "m" {
  source   = "./m"
  for_each = toset(["p", "q"])
  v        = each.key
}
module "z" {
  source = "./m"
  count  = 0
  v      = "z"
}
output "o" {
  value = module.m["p"].o
  precondition {
    condition     = module.m["q"].o == "q"
    error_message = "m"
  }
}
