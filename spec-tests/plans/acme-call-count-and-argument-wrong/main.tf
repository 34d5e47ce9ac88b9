module "bad_0" {
  source = "./m"
  v = "x"
  count = "a"
}
