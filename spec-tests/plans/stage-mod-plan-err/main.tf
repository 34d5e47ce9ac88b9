variable "n" { default = 3 }
module "m" {
  source = "./m"
  n = tonumber("x${var.n}")
}
module "k" {
  source = "./m"
  n = "abc${var.n}"
}
output "o" { value = module.m.o + tonumber("p${var.n}") }
