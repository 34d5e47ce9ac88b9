sender = {
  name    = product.name
  address = "support"
}

template "welcome" "en" {
  subject = "Welcome to ${lower(product, 1)}"
  body    = <<-EOT
    Hello!
    %{ for link in links ~}
    - ${lnk}
    %{ endfor ~}
  EOT
}

template "welcome" "de" {
  subject = "Willkommen"
  body    = "%{ if product }Hallo%{ endif }"
  headers = { X-Links = links }
}

attachments = { path = "terms.pdf" }
