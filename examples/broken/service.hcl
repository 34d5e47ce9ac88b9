# Read by ../service/service.hcldec, this file has one mistake of each kind.

name   = "checkout-${regoin}" # a slip in the name of a variable
region = "eu-1"
replicsa = 3 # a slip in the name of an attribute

listen {
  port = "http" # text where a number belongs
}

backend { # a block without its label
  address = "10.0.0.1"
}

health_check {
  interval = 5 # the path is missing
}
