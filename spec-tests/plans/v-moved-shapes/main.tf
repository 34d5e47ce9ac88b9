
module "one" { source = "./m" }
module "each" {
  source   = "./m"
  for_each = toset(["a", "b"])
}
resource "terraform_data" "e" {
  for_each = toset(["x", "y"])
  input    = each.key
}
resource "terraform_data" "c" {
  count = 2
  input = count.index
}
resource "terraform_data" "single" { input = "s" }
moved {
  from = module.cnt[0]
  to   = module.one
}
moved {
  from = module.old
  to   = module.each["a"]
}
moved {
  from = terraform_data.list[0]
  to   = terraform_data.e["x"]
}
moved {
  from = terraform_data.list[1]
  to   = terraform_data.e["y"]
}
moved {
  from = terraform_data.was
  to   = terraform_data.c[1]
}
moved {
  from = module.cnt[1].terraform_data.d
  to   = terraform_data.single
}
moved {
  from = terraform_data.map["q"]
  to   = module.each["b"].terraform_data.d
}
output "o" { value = [module.one.o, module.each["a"].o, terraform_data.e["y"].id, terraform_data.single.id] }
