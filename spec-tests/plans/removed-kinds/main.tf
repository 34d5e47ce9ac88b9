removed {
  from = terraform_data.a
  lifecycle {
    destroy = false
  }
}
removed {
  from = module.m.terraform_data.r
  lifecycle {
    destroy = false
  }
}
removed {
  from = module.n
  lifecycle {
    destroy = true
  }
}
module "k" {
  source = "./k"
  count  = 1
}
resource "terraform_data" "left" {
  count = 0
  input = 1
}
output "o" {
  value = null
}
