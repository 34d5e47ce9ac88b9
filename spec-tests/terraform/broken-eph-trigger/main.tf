variable "v" {
  ephemeral = true
}
resource "terraform_data" "t" {
  triggers_replace = [var.v]
}
