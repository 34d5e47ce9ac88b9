module "m" { source = "./m" }
output "o" {
  value = module.m.o
  depends_on = [module.m]
  precondition {
    condition = module.m.o == "a"
    error_message = "no"
  }
}
