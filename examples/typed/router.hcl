route "GET" "/" {
  to = "pages.index"
}

route "GET" "/admin" {
  to   = "pages.admin"
  when = user == "root"
}

route "POST" "/orders" {
  to = "orders.create"
}

fallback {
  status = 404
  body   = <<-EOT
    There is nothing here.
  EOT
}
