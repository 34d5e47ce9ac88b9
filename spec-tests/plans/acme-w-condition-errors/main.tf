resource "acme_thing" "a" {
  name = "n"
  lifecycle {
    precondition {
      condition = var.p == 1
      error_message = "pre"
    }
    postcondition {
      condition = self.name == "z"
      error_message = "post"
    }
  }
}
variable "p" { default = 2 }
resource "acme_plain" "b" {
  v = acme_thing.a.id
  count = 2
  lifecycle {
    postcondition {
      condition = self.v == null
      error_message = "post ${count.index}"
    }
  }
}
resource "acme_plain" "c" {
  for_each = toset(["a", "b"])
  v = each.key
  lifecycle {
    postcondition {
      condition = self.v == "a"
      error_message = "post ${each.key}"
    }
  }
}
output "o" {
  value = 1
  precondition {
    condition = length(acme_plain.c) == 3
    error_message = "out"
  }
}
module "m" {
  source = "./m"
  for_each = toset(["k", "l"])
  v = each.key
}
