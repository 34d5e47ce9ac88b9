module "m" {
  source = "./m"
  depends_on = [beta_net.a]
}
resource "beta_net" "a" {
  cidr = "1"
  opt { k = 1 }
}
output "o" { value = module.m.o }
