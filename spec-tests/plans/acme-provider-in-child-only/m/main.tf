module "k" {
  source = "./k"
}
