resource "acme_thing" "t" { name = "n" }
output "a" { value = null }
output "b" { value = acme_thing.t.one == null ? tostring(null) : "x" }
output "c" { 
  value = acme_thing.t.secret 
  sensitive = true
}
output "d" { value = acme_thing.t.ports }
output "e" { value = acme_thing.t.tags }
output "f" { value = acme_thing.t.size }
output "g" { 
  value = acme_thing.t.secret 
  sensitive = true
}
output "h" { value = nonsensitive(acme_thing.t.secret) }
