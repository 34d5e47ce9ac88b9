removed {
  from = module.m.acme_thing.t
  lifecycle { destroy = false }
}
removed {
  from = acme_plain.a
  lifecycle { destroy = false }
}
module "n" { 
  source = "./m" 
}
moved {
  from = module.m[1]
  to = module.n
}
resource "acme_plain" "dep" { v = "z" }
