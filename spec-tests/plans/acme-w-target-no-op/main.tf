resource "acme_thing" "a" { 
  name = "a"
  secret = "s"
  rule { 
    port = 1 
    key = "k"
  }
}
resource "acme_thing" "b" { 
  name = acme_thing.a.id
  byk = { k = { k = acme_thing.a.arn } }
}
resource "acme_plain" "z" { v = "2" }
output "a" { value = acme_thing.a.arn }
output "t" { 
  value = acme_thing.a.token 
  sensitive = true
}
