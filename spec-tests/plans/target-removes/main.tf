module "a" {
  source = "./m"
  count = 2
}
output "a" { value = module.a[*].o }
resource "terraform_data" "x" { count = 2 }
