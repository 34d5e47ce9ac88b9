module "m" { source = "./m" }
output "e" {
  value = 1
  ephemeral = true
}
