module "a" {
  source = "./m"
  w = { a = "x", b = ["y"] }
}
