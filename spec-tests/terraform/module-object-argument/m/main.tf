variable "settings" {
  type = object({ name = string, rules = list(object({ port = number, open = optional(bool, true) })) })
}
output "ports" {
  value = [for r in var.settings.rules : "${r.port}:${r.open}"]
}
