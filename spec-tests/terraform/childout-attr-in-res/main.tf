module "m" {
  source = "./m"
}
resource "terraform_data" "x" {
  count    = module.m.s
}
resource "terraform_data" "y" {
  for_each = module.m.l
}
