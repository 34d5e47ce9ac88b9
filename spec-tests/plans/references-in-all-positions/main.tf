variable "m" { default = { k = { l = [{ n = 1 }] } } }
locals { key = "k" }
resource "terraform_data" "a" {
  count = 2
  input = var.m.k.l[0].n
}
resource "terraform_data" "b" {
  for_each = var.m
  input = {
    a = var.m[local.key]["l"][0].n
    b = terraform_data.a[local.count_of].input
    c = terraform_data.a[*].output
    d = [for x in terraform_data.a : x.id if x.input == var.m["k"].l[0].n]
    e = terraform_data.a[local.key == "k" ? 0 : 1].id
    f = { for k, v in var.m : k => v.l[*].n }
    g = each.value.l[0]
    h = "${path.root}/${path.cwd == "" ? terraform.workspace : each.key}"
    i = lookup(var.m, local.key).l[0]["n"]
    j = (terraform_data.a)[0].id
    k = module.m.o.x[0]
    l = module.m
    m = local.key
  }
}
locals { count_of = 0 }
module "m" { source = "./m" }
