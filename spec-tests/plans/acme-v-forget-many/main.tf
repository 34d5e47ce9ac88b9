
resource "acme_plain" "keep" { v = "k" }
removed {
  from = acme_plain.gone
  lifecycle { destroy = false }
}
removed {
  from = module.m.acme_thing.t
  lifecycle { destroy = false }
}
removed {
  from = module.n
  lifecycle { destroy = false }
}
removed {
  from = acme_plain.each
  lifecycle { destroy = true }
}
output "o" { value = acme_plain.keep.id }
