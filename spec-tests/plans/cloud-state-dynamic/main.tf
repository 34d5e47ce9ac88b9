resource "cloud_fn" "f" {
  name = "f"
  config = { a = 1, b = [true, null, "x"], c = { d = cloud_fn.g.id } }
  env = { A = "1", B = cloud_fn.g.name, C = cloud_fn.g.id }
  secret_env = { P = "x" }
  group_cfg { min = 1 }
  route "r1" { path = "/a" }
  route "r2" {}
}
resource "cloud_fn" "g" { name = "g" }
resource "cloud_fn" "h" {
  name = "hx"
  config = cloud_fn.f.config
  env = { for k, v in cloud_fn.f.env : lower(k) => "${v}!" }
}
resource "cloud_fn" "i" {
  name = "i"
  config = cloud_fn.f.result
}
output "cfg" { value = cloud_fn.f.config }
output "res" { value = cloud_fn.f.result }
output "resfield" { value = cloud_fn.f.result.a.b }
output "residx" { value = try(cloud_fn.f.result["x"], "d") }
output "route" { value = cloud_fn.f.route }
output "gcfg" { value = [cloud_fn.f.group_cfg, cloud_fn.g.group_cfg] }
output "senv" {
  value = cloud_fn.f.secret_env
  sensitive = true
}
output "ty" { value = can(cloud_fn.f.result.a) }
