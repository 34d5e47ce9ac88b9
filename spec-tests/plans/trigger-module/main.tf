resource "terraform_data" "a" {
  lifecycle {
    replace_triggered_by = [module.m.x]
  }
}
module "m" { source = "./m" }
resource "terraform_data" "c" {
  nope = 1
}
