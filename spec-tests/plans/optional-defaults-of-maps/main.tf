variable "list" {
  type = list(string)
  default = ["c", "a", "b"]
}
variable "m" {
  type = map(object({
    size = optional(number, 3)
    tags = optional(map(string))
    nested = optional(object({
      a = optional(string, "A")
      b = optional(list(object({ c = optional(bool, true), d = string })), [{ d = "dflt" }])
    }), {})
    tup = optional(tuple([string, number]), ["x", 1])
    s = optional(set(string), ["q", "p"])
    any = optional(any)
  }))
  default = {
    one = {}
    two = { size = null, tags = { a = 1 }, nested = { b = [{ d = 5 }, { d = "e", c = null }] } }
    three = { nested = null, any = [1, "a"], s = null, tup = null }
  }
}
resource "terraform_data" "r" {
  for_each = var.m
  input = each.value
}
output "m" { value = var.m }
output "inputs" { value = { for k, r in terraform_data.r : k => r.input.nested } }
output "sorted" { value = sort(var.list) }
output "idx" { value = { for i, v in var.list : v => i } }
output "grp" { value = { for s in ["apple", "avocado", "bean"] : substr(s, 0, 1) => s... } }
