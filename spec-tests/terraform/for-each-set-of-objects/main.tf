variable "l" {
  type    = set(object({ a = string }))
  default = []
}
resource "terraform_data" "a" {
  for_each = var.l
}
