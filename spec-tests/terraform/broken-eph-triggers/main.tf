variable "s" {
  ephemeral = true
}
resource "terraform_data" "x" {
  triggers_replace = var.s
}
