module "a" {
  source = "./m"
  x = { a = [{ b = 1 }] }
}
