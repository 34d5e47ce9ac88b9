
module "keep" {
  source = "./m"
  count  = 1
}
output "o" { value = module.keep[0].o }
