resource "terraform_data" "a" { input = try(terraform_data.b.nope, 1) }
resource "terraform_data" "b" {}
output "x" { value = can(terraform_data.a.foo.bar) }
output "y" { value = try(terraform_data.c.foo.bar, 1) }
output "z" { value = try(module.m.none, 1) }
output "w" { value = try(module.n.none, 1) }
output "v" { value = try(var.none, 1) }
output "u" { value = try(data.terraform_remote_state.x.none, 1) }
module "m" { source = "./m" }
