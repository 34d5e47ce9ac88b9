resource "terraform_data" "o" {
  input = { net = ["a"], name = "b" }
}

resource "terraform_data" "l" {
  input = ["a"]
}

resource "terraform_data" "b" {
  input = true
}

module "m" {
  source = "./m"
  o      = terraform_data.o.output
  l      = terraform_data.l.output
  b      = terraform_data.b.output
}

output "all" {
  value = module.m
}
