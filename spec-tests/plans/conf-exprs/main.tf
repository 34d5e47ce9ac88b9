variable "a" {
  type = object({ x = list(object({ y = string })) })
  description = "desc"
  default = { x = [{ y = "1" }] }
}
variable "b" {
  type = number
  sensitive = true
  nullable = false
}
locals { l = var.a.x }
resource "terraform_data" "a" {
  for_each = { for i, v in var.a.x : i => v }
  input = {
    a = var.a.x[0].y
    b = each.value.y
    c = each.key
    d = local.l[*].y
    e = "${path.module}/${terraform.workspace}"
    f = [for z in local.l : z.y]
    g = module.m.o[0]["k"].z
    h = module.m["o"]
    i = terraform_data.b[0].output.q
    j = terraform_data.b[var.b].id
    k = terraform_data.b[*].input
    l = try(terraform_data.b[5].id, null)
  }
  triggers_replace = [var.b, "const"]
  depends_on = [module.m, terraform_data.b]
}
resource "terraform_data" "b" {
  count = var.b > 0 ? 2 : 1
  input = { q = 1 }
}
module "m" {
  source = "./m"
}
output "o" {
  value = terraform_data.a["0"].input.a
  description = "outdesc"
  depends_on = [terraform_data.b]
}
output "p" {
  value = "lit"
}
output "q" {
  value = [1, { a = null }]
}
