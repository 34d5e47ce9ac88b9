module "a" {
  source = "/no/such/directory"
}
