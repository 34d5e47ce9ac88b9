module "m" {
  source     = "./m"
  depends_on = [var.a, local.b]
}
variable "a" {}
locals { b = 1 }
