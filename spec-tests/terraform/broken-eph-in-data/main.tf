variable "s" {
  ephemeral = true
}
data "terraform_remote_state" "x" {
  backend = var.s
}
