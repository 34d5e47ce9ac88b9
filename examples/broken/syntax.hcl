# Mistakes that are found without a specification.

name = "checkout

listen {
  port: 8080
}

tags = {
  team = "payments"
  tier = [1, 2
}

backend "blue" {
  address = "10.0.0.1"
  address = "10.0.0.2"
}
