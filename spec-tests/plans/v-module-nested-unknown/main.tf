
resource "terraform_data" "u" { input = ["a", "b"] }
module "a" {
  source = "./m"
  count  = 2
  cfg    = { name = "n${count.index}", list = terraform_data.u.output, obj = { id = terraform_data.u.id } }
}
module "b" {
  source   = "./m"
  for_each = { for i, m in module.a : "k${i}" => m.o }
  cfg      = { name = each.key, list = each.value.list, obj = each.value.obj }
}
output "o" { value = module.b }
output "p" { value = module.a[*].o.len }
output "q" { value = [for k, m in module.b : [k, m.o.n, m.o.first]] }
output "r" { value = module.a[0].o.obj.id == module.a[1].o.obj.id }
