
resource "terraform_data" "a" { triggers_replace = 2 }
resource "terraform_data" "b" {
  input            = terraform_data.a.id
  triggers_replace = terraform_data.a.id
}
resource "terraform_data" "c" {
  triggers_replace = terraform_data.b.id
  lifecycle { create_before_destroy = true }
}
resource "terraform_data" "d" { triggers_replace = terraform_data.c.id }
module "m" {
  source = "./m"
  in     = terraform_data.a.id
}
resource "terraform_data" "after" {
  triggers_replace = module.m.o
  lifecycle { create_before_destroy = true }
}
resource "terraform_data" "apart" { triggers_replace = 2 }
data "terraform_remote_state" "none" {
  backend = "local"
  config  = { path = "none" }
  count   = 0
}
