module "m" {
  source = "./m"
}
resource "terraform_data" "p" {
  input = module.m["a"].x
}
resource "terraform_data" "q" {
  input = terraform_data.p.zzz
}
resource "terraform_data" "q2" {
  input = terraform_data.p["zzz"].id
}
