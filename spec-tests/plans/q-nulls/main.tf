variable "n" {
  type = object({ a = string, b = optional(string) })
  default = null
}
resource "terraform_data" "a" { input = var.n }
resource "terraform_data" "b" { input = try(var.n.a, "fallback") }
resource "terraform_data" "c" { input = { x = null, y = [null], z = var.n } }
resource "terraform_data" "d" { triggers_replace = null }
resource "terraform_data" "e" { input = var.n == null ? null : var.n.a }
output "a" { value = var.n }
output "c" { value = terraform_data.c.output }
output "e" { value = terraform_data.e }
