# The provider needs a configuration. What does not need its resources is planned all the same.
variable "text" {
  default = "x"
}

resource "nova_key" "a" {}

resource "nova_key" "none" {
  count = 0
}

resource "terraform_data" "b" {
  input = tonumber(var.text)
}

resource "terraform_data" "after" {
  input = [tonumber(var.text), nova_key.a.id]
}

check "c" {
  assert {
    condition     = tonumber(var.text) == 1
    error_message = "No number."
  }
}
