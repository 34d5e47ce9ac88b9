name     = "checkout-${region}"
bind     = "0.0.0.0"
port     = 8000 + 443
replicas = 3

environment = {
  REGION  = upper(region)
  WORKERS = 4
}

health_check {
  path          = "/healthz"
  healthy_codes = [200, 204]
}

tls {
  certificate = "/etc/tls/checkout.pem"
  min_version = "1.3"
}

upstream "blue" {
  address = "10.0.0.1:80"
  weight  = 3
}

upstream "green" {
  address = "10.0.0.2:80"
}
