variable "s" {
  type = set(string)
  ephemeral = true
}
resource "terraform_data" "x" {
  for_each = var.s
}
