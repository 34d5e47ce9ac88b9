module "a" {
  source = "./m"
  count = length(var.l)
  x = var.l[count.index]
  y = { k = "v", n = terraform_data.q.id }
}
module "b" {
  source = "./m"
  for_each = toset(var.l)
  x = each.key
  depends_on = [module.a, terraform_data.q]
}
variable "l" {
  type = list(string)
  default = ["p"]
}
resource "terraform_data" "q" {}
output "a" { value = module.a[0].x }
output "b" { value = module.b["p"].y }
output "c" { value = module.a }
output "d" { value = [for m in module.b : m.x] }
