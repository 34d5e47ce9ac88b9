variable "n" { type = number }
variable "peers" { type = map(string) }
module "deep" {
  source = "../b"
  count = var.n
  name = "${var.n}-${count.index}"
}
data "nova_img" "i" { family = "f${var.n}" }
resource "nova_vm" "v" {
  name = join(",", module.deep[*].name)
  labels = var.peers
  cpu = length(module.deep)
  groups = module.deep[*].id
}
output "n" { value = var.n * 2 }
output "map" { value = { for i, d in module.deep : d.name => d.id } }
output "img" { value = data.nova_img.i.id }
