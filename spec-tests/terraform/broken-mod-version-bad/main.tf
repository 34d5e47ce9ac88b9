module "c" {
  source = "hashicorp/consul/aws"
  version = "x"
}
