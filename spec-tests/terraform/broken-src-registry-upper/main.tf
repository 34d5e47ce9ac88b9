module "c" {
  source = "Hashicorp/consul/aws/x/y"
}
