provider "nova" { endpoint = "x" }
data "nova_img" "known" { family = "x" }
data "nova_img" "dep" {
  family = "x"
  depends_on = [nova_key.k]
}
data "nova_img" "unk" { family = nova_key.k.id }
data "nova_img" "each" {
  for_each = toset(["a", "b"])
  family = each.key
  name = each.key == "a" ? nova_key.k.public : "n"
}
data "nova_net" "n" {
  filter {
    name = "f"
    values = [nova_key.k.id]
  }
  tags = { a = 1 }
}
data "nova_net" "k" {
  filter {
    name = "f"
    values = ["g"]
  }
}
resource "nova_key" "k" {}
resource "nova_vm" "v" {
  name = data.nova_img.dep.id
  cpu = try(data.nova_img.unk.sizes[0], 3)
  labels = data.nova_net.n.tags
  groups = data.nova_net.n.subnets
  pw_v = data.nova_net.k.id == null ? 1 : 2
  net = { dns = data.nova_img.each["b"].name == "n" ? ["x"] : [] }
}
check "c" {
  data "nova_img" "in" { family = "z" }
  assert {
    condition = data.nova_img.in.id != ""
    error_message = "m"
  }
  assert {
    condition = data.nova_net.k.tags == null
    error_message = "m2"
  }
}
output "fam" { value = [data.nova_img.dep.family, data.nova_img.unk.family, data.nova_img.known.family] }
output "net" { value = data.nova_net.n }
