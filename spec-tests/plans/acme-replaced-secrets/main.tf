variable "key" {
  default   = "k"
  sensitive = true
}
resource "terraform_data" "t" {
  input = 2
}
resource "acme_thing" "replaced" {
  name   = "n"
  zone   = var.key
  secret = "s"
  cfg    = { mode = "a", pw = "b" }
  lifecycle {
    replace_triggered_by = [terraform_data.t]
  }
}
resource "acme_thing" "tainted" {
  name   = "n"
  secret = "s"
}
output "shown" {
  value = {
    zone    = issensitive(acme_thing.replaced.zone)
    secret  = issensitive(acme_thing.replaced.secret)
    pw      = issensitive(acme_thing.replaced.cfg.pw)
    tainted = issensitive(acme_thing.tainted.secret)
  }
}
resource "terraform_data" "uses" {
  input = [acme_thing.replaced.secret, acme_thing.tainted.secret, acme_thing.replaced.zone]
}
