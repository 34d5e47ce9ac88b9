module "c" {
  source = "hashicorp/consul/aws"
  version = ["5"]
}
