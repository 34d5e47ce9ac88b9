variable "users" {
  type = map(object({ pw = string, admin = optional(bool, false) }))
  sensitive = true
  default = { a = { pw = "1" }, b = { pw = "2", admin = true } }
}
resource "cloud_db" "d" {
  for_each = nonsensitive(toset(keys(var.users)))
  name = each.key
  password = var.users[each.key].pw
  settings = {
    tier = var.users[each.key].admin ? "big" : "smallx"
    flags = [for k in ["x", "y"] : { name = k, value = var.users[each.key].pw }]
  }
  users = { (each.key) = { pw = var.users[each.key].pw } }
  lifecycle {
    precondition {
      condition = length(var.users[each.key].pw) > 0
      error_message = "empty"
    }
    postcondition {
      condition = self.port > 0
      error_message = "port"
    }
  }
}
resource "cloud_fn" "f" {
  name = "f"
  env = { P = var.users["a"].pw, Q = "q" }
  config = { p = var.users["a"].pw, q = [var.users["b"]] }
  route "x" { path = var.users["a"].pw }
}
resource "cloud_instance" "i" {
  disk {
    device = "a"
    tags = { x = var.users["a"].pw }
  }
  disk { device = "b" }
  security_groups = ["a", var.users["b"].pw]
}
output "tiers" {
  value = { for k, d in cloud_db.d : k => d.settings.tier }
  sensitive = true
}
output "names" { value = keys(cloud_db.d) }
output "port" { value = { for k, d in cloud_db.d : k => d.port } }
