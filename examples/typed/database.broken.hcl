database "orders" {
  url      = "postgres://${hots}:5432/orders"
  password = secrets.order

  pool {
    min = 20
    max = 10
  }
}

database "reports" {
  url      = "postgres://${host}/${secrets.orders}"
  password = "none"

  pool = { min = 1 }
  replica "first" {
    url = "postgres://replica-1:5432/reports"
  }
  replica {
    url       = ["postgres://replica-2:5432/reports"]
    read_only = "no"
  }
}

database "sessions" {
  url               = secrets.orders
  password          = ""
  statement_timeout = secrets.orders
}
