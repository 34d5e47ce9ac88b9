variable "rules" {
  type = set(object({ port = number, proto = optional(string, "tcp"), cidrs = optional(list(string)) }))
  default = [{ port = 443 }, { port = 80, cidrs = ["0.0.0.0/0"] }, { port = 443, proto = "tcp" }]
}
resource "terraform_data" "a" { input = var.rules }
resource "terraform_data" "b" {
  for_each = { for r in var.rules : "${r.proto}-${r.port}" => r }
  input = each.value
}
output "l" { value = length(var.rules) }
output "t" { value = tolist(var.rules)[0].port }
