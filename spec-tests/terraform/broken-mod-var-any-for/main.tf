module "m" {
  source = "./m"
  l      = [for x in ["a"] : { n = x }]
}
