variable "in" {
  type = object({
    name = string
    opts = optional(object({ a = optional(number, 1), b = optional(string) }), { b = "B" })
    list = optional(list(object({ x = optional(number, 5) })), [{}, { x = 1 }])
  })
  default = { name = "n" }
}
resource "terraform_data" "t" {
  input = var.in
}
output "opts" { value = var.in.opts }
output "list" { value = var.in.list[*].x }
output "ten" { value = [for i in range(10) : i if i > 7] }
output "nested_for" { value = { for a in ["x", "y"] : a => { for b in [1, 2] : b => "${a}${b}" } } }
output "cond_types" { value = var.in.name == "n" ? tolist(["a"]) : toset(["b"]) }
output "tern" { value = var.in.opts.b != null ? { k = 1 } : null }
output "mixed" { value = var.in.name == "z" ? "s" : 5 }
output "emptys" { value = [[], {}, "", null] }
