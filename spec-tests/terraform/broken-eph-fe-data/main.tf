variable "v" {
  ephemeral = true
  default = 1
}
data "terraform_remote_state" "x" {
  backend = "local"
  config = {
    path = var.v
  }
}
