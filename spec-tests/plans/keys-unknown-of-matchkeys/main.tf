resource "terraform_data" "u" {
  input = "x"
}
locals {
  u = terraform_data.u.id
}
output "o" {
  value = {
    a = matchkeys(["a"], ["x"], [local.u])
    b = matchkeys(["a"], [local.u], ["x"])
    c = matchkeys(["a", "b"], ["x", "y"], [local.u, "y"])
    d = matchkeys(["a", "b"], ["x", local.u], ["x"])
    e = matchkeys(["a", local.u], ["x", "z"], ["x", "z"])
    f = matchkeys(["a", "b"], ["x", "y"], ["y", local.u])
    g = matchkeys(["a", "b"], ["x", "y"], ["x", local.u])
    h = matchkeys(["a", "b"], [local.u, "y"], [local.u])
    i = matchkeys(["a", "b"], ["x-${local.u}", "y"], ["z"])
  }
}
