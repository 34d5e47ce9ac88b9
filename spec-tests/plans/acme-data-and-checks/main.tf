variable "s" {
  default = "x"
}
resource "acme_plain" "p" {
  v = "x"
}
data "acme_data" "plain" {
  name = "n"
}
data "acme_data" "each" {
  for_each = { a = "1", b = acme_plain.p.id }
  name     = each.value
}
data "acme_data" "count" {
  count = 2
  name  = "c${count.index}"
  filter {
    n = count.index == 0 ? acme_plain.p.id : "k"
  }
}
data "acme_data" "dep" {
  name       = "d"
  depends_on = [acme_plain.p]
}
data "acme_data" "of_data" {
  name = data.acme_data.dep.val
}
data "acme_data" "known_attr" {
  name = acme_plain.p.v
}
data "acme_data" "of_read" {
  name = "x-${data.acme_data.plain.name}"
  dynamic "filter" {
    for_each = data.acme_data.plain.list == null ? [] : ["q"]
    content {
      n = filter.value
    }
  }
}
data "acme_data" "pre" {
  name = "p"
  lifecycle {
    precondition {
      condition     = var.s == "x"
      error_message = "m"
    }
    postcondition {
      condition     = self.name == "p"
      error_message = "m"
    }
  }
}
data "acme_data" "pre_unknown" {
  name = "p"
  lifecycle {
    precondition {
      condition     = acme_plain.p.id == "x"
      error_message = "m"
    }
  }
}
check "a" {
  data "acme_data" "nested" {
    name = "z"
  }
  assert {
    condition     = data.acme_data.nested.name == "q"
    error_message = "m"
  }
  assert {
    condition     = var.s == "y"
    error_message = "failed ${var.s}"
  }
}
check "b" {
  assert {
    condition     = acme_plain.p.id == "y"
    error_message = "m"
  }
}
check "c" {
  data "acme_data" "nested2" {
    name = acme_plain.p.id
  }
  assert {
    condition     = length(data.acme_data.nested2.list) == 0
    error_message = "m"
  }
}
output "o" {
  value = [data.acme_data.known_attr.name, data.acme_data.dep.name, data.acme_data.each["a"].id, [for d in data.acme_data.count : d.list]]
}
