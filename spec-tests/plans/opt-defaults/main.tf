variable "v" {
  type = object({
    a = string
    b = optional(number, 3)
    c = optional(list(object({ x = optional(string, "dx"), y = optional(bool) })), [{}])
    d = optional(map(string))
    e = optional(object({ q = optional(string, "qq") }), {})
  })
  default = { a = 1 }
}
resource "terraform_data" "a" { input = var.v }
output "o" { value = var.v }
output "p" { value = terraform_data.a.input.c[0].x }
