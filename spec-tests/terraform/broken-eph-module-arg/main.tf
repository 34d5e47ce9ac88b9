variable "s" {
  ephemeral = true
}
module "c" {
  source = "./c"
  v = var.s
}
