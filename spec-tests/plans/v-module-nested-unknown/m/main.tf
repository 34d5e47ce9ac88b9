
variable "cfg" {
  type = object({ name = string, list = any, obj = object({ id = string, extra = optional(string, "e") }), opt = optional(map(number), { z = 1 }) })
}
resource "terraform_data" "t" {
  count = length(var.cfg.list)
  input = "${var.cfg.name}-${var.cfg.list[count.index]}"
}
output "o" { value = { list = var.cfg.list, obj = var.cfg.obj, n = var.cfg.name, len = length(terraform_data.t), first = try(terraform_data.t[0].output, "none"), opt = var.cfg.opt } }
