module "m" {
  source = "./m"
  x = terraform_data.a.output
  y = [1]
}
resource "terraform_data" "a" { input = "q" }
