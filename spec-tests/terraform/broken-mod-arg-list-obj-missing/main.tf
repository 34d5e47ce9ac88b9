module "m" {
  source = "./m"
  n = [
    { a = 1 },
    { c = 2 },
  ]
}
