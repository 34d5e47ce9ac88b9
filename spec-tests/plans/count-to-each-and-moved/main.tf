resource "terraform_data" "a" {
  for_each = { x = 1, y = 2, z = 3 }
  input    = each.value
}
moved {
  from = terraform_data.a[0]
  to   = terraform_data.a["x"]
}
moved {
  from = terraform_data.a[1]
  to   = terraform_data.a["y"]
}
module "m" {
  source   = "./m"
  for_each = toset(["p", "q"])
  n        = each.key
}
moved {
  from = module.m[0]
  to   = module.m["p"]
}
resource "terraform_data" "kept" {
  input = "changed"
}
moved {
  from = terraform_data.old
  to   = terraform_data.kept
}
moved {
  from = terraform_data.root
  to   = module.m["q"].terraform_data.r
}
removed {
  from = terraform_data.gone
  lifecycle {
    destroy = false
  }
}
removed {
  from = terraform_data.dead
  lifecycle {
    destroy = true
  }
}
removed {
  from = module.gone
  lifecycle {
    destroy = false
  }
}
output "a" {
  value = { for k, v in terraform_data.a : k => v.output }
}
output "b" {
  value = { for k, v in module.m : k => v.id }
}
