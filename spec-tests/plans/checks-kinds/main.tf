variable "n" {
  default = 3
  validation {
    condition     = var.n > 1
    error_message = "m"
  }
  validation {
    condition     = var.n < terraform_data.a.input
    error_message = "m ${var.n}"
  }
}
resource "terraform_data" "a" {
  input = 5
  lifecycle {
    precondition {
      condition     = var.n > 2
      error_message = "pre"
    }
    postcondition {
      condition     = self.input == 5
      error_message = "post"
    }
    postcondition {
      condition     = self.output == 5
      error_message = "post unknown"
    }
  }
}
resource "terraform_data" "e" {
  for_each = { a = 1, b = 2 }
  input    = each.value
  lifecycle {
    precondition {
      condition     = each.value < 3
      error_message = "pre ${each.key}"
    }
    postcondition {
      condition     = self.id != each.key
      error_message = "post"
    }
  }
}
resource "terraform_data" "none" {
  count = 0
  lifecycle {
    precondition {
      condition     = false
      error_message = "never"
    }
  }
}
check "fails" {
  assert {
    condition     = var.n == 4
    error_message = "n is ${var.n}"
  }
}
check "sens" {
  assert {
    condition     = sensitive(var.n) == 4
    error_message = "n is not 4"
  }
}
check "msg_unknown" {
  assert {
    condition     = false
    error_message = "id is ${terraform_data.a.id}"
  }
}
check "error" {
  assert {
    condition     = tolist(["a"])[var.n] == ""
    error_message = "x"
  }
}
check "null" {
  assert {
    condition     = tobool(null)
    error_message = "x"
  }
}
module "m" {
  source   = "./m"
  for_each = toset(["p", "q"])
  v        = each.key
}
output "o" {
  value = module.m["p"].o
  precondition {
    condition     = module.m["q"].o == "q"
    error_message = "m"
  }
}
