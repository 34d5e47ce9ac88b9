resource "acme_plain" "a" { v = "1" }
module "m" {
  source = "./m"
  depends_on = [acme_plain.a]
}
module "n" {
  source = "./m"
}
data "acme_data" "x" { 
  name = module.m.d 
}
data "acme_data" "y" { 
  name = module.n.d 
}
data "acme_data" "z" {
  name = "k"
  depends_on = [module.n]
}
data "acme_data" "w" {
  count = 2
  name = "k${count.index}"
  depends_on = [data.acme_data.z]
}
output "o" { value = [data.acme_data.x.id, data.acme_data.y.name, data.acme_data.z.list, data.acme_data.w[*].val] }
output "d" { 
  value = 1 
  depends_on = [acme_plain.a]
}
