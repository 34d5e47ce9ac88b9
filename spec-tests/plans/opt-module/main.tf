module "m" {
  source = "./m"
  v = { a = terraform_data.t.id, l = [{ n = "1" }, { n = 2, t = ["b", "a", "b"] }] }
  m = { k = { a = null }, j = {} }
}
resource "terraform_data" "t" {}
output "o" { value = module.m.o }
output "p" { value = module.m.p }
