module "m n" {
  source = "./m"
}
