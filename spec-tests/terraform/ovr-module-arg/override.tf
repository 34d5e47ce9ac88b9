module "m" {
  y = 2
}
