provider "nova" { endpoint = "x" }
resource "nova_key" "k" {}
check "a" {
  data "nova_img" "i" { family = nova_key.k.id }
  assert {
    condition = data.nova_img.i.name == "a"
    error_message = "x ${data.nova_img.i.id}"
  }
}
check "b" {
  assert {
    condition = nova_key.k.bits == null
    error_message = "bits"
  }
  assert {
    condition = nova_key.k.bits == 3
    error_message = "bits are ${jsonencode(nova_key.k.bits)}"
  }
  assert {
    condition = nova_key.k.id == "z"
    error_message = "unk"
  }
}
check "c" {
  assert {
    condition = length(nova_key.k.private) > 0
    error_message = "p"
  }
}
output "o" {
  value = 1
  precondition {
    condition = nova_key.k.id != "a"
    error_message = "pre"
  }
  precondition {
    condition = nova_key.k.bits == null
    error_message = "pre2"
  }
}
module "m" {
  source = "./m"
  count = 2
  k = nova_key.k.id
  i = count.index
}
