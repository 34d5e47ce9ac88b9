route "GET" "/" {
  to = "pages.index"
}

route "GTE" "/admin" {
  to = null
}

route "GET" "/" {
  to = "pages.home"
}

route "POST" {
  to = "orders.create"
}
