variable "l" {
  type = list(object({ a = string, b = optional(number) }))
  default = [{ a = "x" }]
}
resource "terraform_data" "a" {
  input = var.l
}
output "a" {
  value = terraform_data.a.output
}
output "b" {
  value = terraform_data.a.output[0].a
}
output "c" {
  value = length(terraform_data.a.output)
}
output "d" {
  value = terraform_data.a.input[0]
}
