variable "v" {
  ephemeral = true
}
data "terraform_remote_state" "t" {
  backend = "local"
  config  = { path = var.v }
}
