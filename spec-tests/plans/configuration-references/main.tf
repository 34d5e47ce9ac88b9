terraform {
  required_version = ">= 1.3"
}
variable "v" {
  type        = map(object({ a = optional(list(string), ["x"]) }))
  description = "the v"
  default     = { k = {} }
  nullable    = false
  sensitive   = false
  ephemeral   = false
  validation {
    condition     = length(var.v) > 0
    error_message = "v"
  }
}
resource "terraform_data" "a" {
  for_each         = var.v
  input            = [each.key, each.value.a[0], "${each.value.a[0]}x", [for x in each.value.a : x], each.value[*].a]
  triggers_replace = { a = path.module, b = terraform.workspace, c = path.root, d = path.cwd == "" }
  depends_on       = [terraform_data.b, module.m]
  provisioner "local-exec" {
    command = "echo ${self.id} ${each.key}"
    when    = create
    environment = {
      A = var.v["k"].a[0]
    }
  }
  provisioner "local-exec" {
    when       = destroy
    command    = "echo ${self.id}"
    on_failure = continue
  }
  connection {
    host = self.id
  }
  lifecycle {
    create_before_destroy = true
    replace_triggered_by  = [terraform_data.b[0].input]
  }
}
resource "terraform_data" "b" {
  count = 1
  input = module.m[0].o
}
module "m" {
  source     = "./m"
  a          = var.v["k"]
  b          = terraform_data.c.id
  depends_on = [terraform_data.c]
  count      = 1
}
resource "terraform_data" "c" {
}
output "o" {
  value       = terraform_data.a["k"].input[0]
  description = "the o"
  depends_on  = [terraform_data.c]
}
output "p" {
  value = module.m[0].n.d.e
}
