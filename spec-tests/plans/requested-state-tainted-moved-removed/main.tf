resource "terraform_data" "a" {
  for_each = toset(["k"])
  input    = 2
}
resource "terraform_data" "t" {
  input = terraform_data.a["k"].output
}
module "m" {
  source   = "./m"
  for_each = toset(["b"])
}
moved {
  from = module.m["a"]
  to   = module.m["b"]
}
removed {
  from = module.old
  lifecycle {
    destroy = true
  }
}
removed {
  from = terraform_data.kept
  lifecycle {
    destroy = false
  }
}
moved {
  from = terraform_data.single
  to   = terraform_data.a["k"]
}
output "z" {
  value = terraform_data.t.output
}
output "same" {
  value = 1
}
output "chg" {
  value = "2"
}
output "sens" {
  value     = "2"
  sensitive = true
}
