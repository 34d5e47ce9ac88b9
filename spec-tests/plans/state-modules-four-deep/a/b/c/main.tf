variable "v" {
  type = object({ val = string, i = number, pid = string, o = optional(list(string), ["d"]) })
}
resource "terraform_data" "r" {
  for_each = toset(var.v.o)
  input = merge(var.v, { path = path.module, root = path.root })
}
output "out" {
  value = { val = var.v.val, ids = [for r in terraform_data.r : r.id], in = terraform_data.r["d"].input.pid }
  precondition {
    condition = var.v.i < 3
    error_message = "too many"
  }
}
