variable "v" {
  type = list(string)
}
resource "terraform_data" "x" {
  for_each = var.v
}
