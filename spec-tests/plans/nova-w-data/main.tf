resource "nova_key" "k" {}
data "nova_img" "known" { family = "f" }
data "nova_img" "unk" { family = nova_key.k.id }
data "nova_img" "dep" {
  family = "x"
  depends_on = [nova_key.k]
}
data "nova_img" "each" {
  for_each = toset(["a", "b"])
  family = "${each.key}-${data.nova_img.known.name}"
}
data "nova_img" "cnt" { 
  count = length(data.nova_img.known.sizes)
  family = data.nova_img.dep.name
}
data "nova_net" "n" {
  tags = { a = data.nova_img.known.secret }
  filter { 
    name = "b" 
    values = data.nova_img.each["a"].sizes[*]
  }
  filter { 
    name = "a" 
    values = ["x"]
  }
}
output "o" { value = [data.nova_img.known.name, data.nova_img.unk.family, data.nova_img.dep.sizes, data.nova_img.each["b"].name, data.nova_img.cnt[*].family, data.nova_net.n.filter] }
module "m" { 
  source = "./m" 
  depends_on = [nova_key.k]
}
module "n" { 
  source = "./m" 
  v = nova_key.k.bits
}
output "m" { value = [module.m.x, module.n.x] }
