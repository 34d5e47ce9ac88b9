database "orders" {
  url               = "postgres://${host}:5432/orders"
  password          = secrets.orders
  statement_timeout = 2.5

  pool {
    min = 4
  }
  replica {
    url = "postgres://replica-1:5432/orders"
  }
  replica {
    url       = "postgres://replica-2:5432/orders"
    read_only = false
  }
}

database "sessions" {
  url      = "redis://${host}"
  password = null
}
