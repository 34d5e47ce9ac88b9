module "a" {
  source = "./m"
  x = ["a", "a"]
  y = { a = 1, b = true }
  z = "5"
  w = [1, "2"]
}
