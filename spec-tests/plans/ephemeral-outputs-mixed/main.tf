module "m" {
  source = "./m"
  v = "x"
}
resource "terraform_data" "t" { input = ephemeralasnull(module.m.a) }
