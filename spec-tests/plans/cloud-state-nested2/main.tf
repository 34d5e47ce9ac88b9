resource "cloud_db" "a" {
  name = "a"
  settings = {
    tier = "tx"
    backup = { days = 3 }
  }
}
resource "cloud_db" "b" {
  name = "b"
  settings = merge({ tier = "t" }, { backup = null, flags = toset([{ name = cloud_db.a.endpoint, value = "z" }]) })
  replicas = [{ zone = "a" }, {}]
}
resource "cloud_db" "c" {
  for_each = { for i, r in cloud_db.b.replicas : "r${i}" => r }
  name = each.key
  settings = { tier = coalesce(each.value.zone, "none") }
  port = each.value.zone == null ? 1 : 2
}
resource "cloud_db" "d" {
  name = "d"
  settings = cloud_db.a.settings
  users = { for u in ["x", "y"] : u => { pw = sensitive(u), host = cloud_db.a.endpoint } }
}
output "s" { value = cloud_db.a.settings }
output "f" { value = cloud_db.b.settings.flags }
output "w" { value = cloud_db.a.settings.backup.window }
output "r" { value = cloud_db.b.replicas[*].ep }
output "hosts" { value = { for k, u in cloud_db.d.users : k => u.host } }
