module "a" {
  source = "./m"
  w = [1]
}
