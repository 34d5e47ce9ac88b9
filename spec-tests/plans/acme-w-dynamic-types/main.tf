resource "acme_plain" "a" { v = "1" }
resource "acme_thing" "t" { 
  name = acme_plain.a.id 
  any = ["x"]
  dyn { 
    d = "s" 
  }
  dyn { 
    d = acme_plain.a.id 
  }
}
data "acme_data" "d" { name = acme_thing.t.arn }
output "d" { value = data.acme_data.d.list }
output "s" { 
  value = acme_thing.t.secret
  sensitive = true
}
