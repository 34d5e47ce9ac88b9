module "a" {
  source = "./a"
  count = 2
  i = count.index
}
output "x" {
  value = module.a[*].r
}
