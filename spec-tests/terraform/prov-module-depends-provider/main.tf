module "m" {
  source     = "./m"
  depends_on = [terraform_data.a]
}
resource "terraform_data" "a" {}
