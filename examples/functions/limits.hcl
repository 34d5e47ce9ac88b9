# Read by limits.hcldec, which defines the variables and the functions used here.

name   = label("worker", environment, "a")
cpu    = base.cpu * machines
memory = share(base.memory * machines)
zones  = [for index in [1, 2, 2] : "${environment}-${index}"]
