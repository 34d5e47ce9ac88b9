module "m" {
  source = "./m"
  s = 5
  n = "007"
  b = "true"
  l = ["a", 1, true]
  st = ["b", "a", "b"]
  mp = { a = 1, b = true }
  o = { x = 1, y = "no", extra = 1 }
  t = ["1", 2]
}
output "all" { value = module.m }
