variable "pw" {
  type = object({ user = string, pass = string, extra = optional(string, "e") })
}
variable "open" {
  type = string
}
resource "terraform_data" "r" {
  input = { p = var.pw, o = var.open }
  triggers_replace = var.pw.pass
}
output "shown" {
  value = nonsensitive(var.pw.user)
}
output "plain" {
  value = var.pw
}
output "marked" {
  value     = "${var.open}-x"
  sensitive = true
}
output "len" {
  value = length("abc")
}
output "ids" {
  value = terraform_data.r.id
}
