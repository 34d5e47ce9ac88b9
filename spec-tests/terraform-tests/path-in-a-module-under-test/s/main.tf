output "o" {
  value = file("${path.module}/f.txt")
}
module "c" {
  source = "./c"
}
output "p" {
  value = module.c.p
}
