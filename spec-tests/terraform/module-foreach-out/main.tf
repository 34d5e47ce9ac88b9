module "a" {
  source = "./c"
  for_each = toset(["x"])
}
output "o" {
  value = module.a["x"].foo
}
