module "m" {
  source = "./m"
  zz = 1
}
output "x" { value = var.none }
variable "q" {}
