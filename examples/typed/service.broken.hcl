name     = "checkout-${regin}"
bind     = "localhost"
prt      = 8443
replicas = 0

health_check {
  healthy_codes = [200, 2040000]
}

tls {
  certificate = "/etc/tls/checkout.pem"
  min_version = "1.4"
}

upstream "blue" {
  address = "10.0.0.1:80"
}

upstream "blue" {
  adress = "10.0.0.2:80"
}
