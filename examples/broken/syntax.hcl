# Errors that are found without a specification.

tags = {
  team = "payments" tier = "gold"
}

listen {
  port: 8080
}

backend "blue" {
  address = "10.0.0.1"
  address = "10.0.0.2"
}
