# A service behind two backends.

name     = "checkout-${region}"
region   = upper(region)
replicas = 2 + 1

tags = {
  team = "payments"
  tier = replicas_matter ? "gold" : "silver"
}

listen {
  port     = 8080
  protocol = "http"
}

listen {
  port = 8000 + 443
}

backend "blue" {
  address = "10.0.0.1"
  weight  = 0.75
}

backend "green" {
  address = "10.0.0.2"
  weight  = 1 - 0.75
}

health_check {
  path     = "/healthz"
  interval = 5
}
