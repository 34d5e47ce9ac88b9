# Read by ../service/service.hcldec, this file has one error of each kind.

name   = "checkout-${regoin}" # a typing error in the name of a variable
region = "eu-1"
replicsa = 3 # a typing error in the name of an attribute

listen {
  port = "http" # a string in place of a number
}

backend { # a block without its label
  address = "10.0.0.1"
}

health_check {
  interval = 5 # the path is missing
}
