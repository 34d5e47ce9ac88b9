variable "s" { 
  default = "sec" 
  sensitive = true
}
variable "m" {
  type = map(object({ a = string, b = optional(number, 3), c = optional(list(string)) }))
  default = { x = { a = "1" }, y = { a = "2", b = null, c = ["q"] } }
}
resource "nova_key" "k" {}
resource "nova_vm" "a" {
  for_each = { for k, v in var.m : k => v if v.b != null }
  name = each.value.a
  labels = { a = var.s, b = each.key }
  groups = [var.s, "b"]
  annotations = { (each.key) = [var.s] }
  net = { dns = [var.s, "k"], ifs = [{ ip = var.s }] }
  fws = [{ port = 1, desc = var.s }, { port = 2 }]
  tag { 
    key = var.s 
  }
  tag { 
    key = "k" 
  }
  pw = var.s
  pw_v = 1
}
output "o" { 
  value = { for k, v in nova_vm.a : k => [v.labels, v.groups, v.tok, v.net, v.fws, v.tag] } 
  sensitive = true
}
output "filter" { 
  value = [for x in ["a", "sec"] : upper(x) if x != var.s] 
  sensitive = true
}
output "fm" { 
  value = { for x in ["a", "sec"] : x => nova_key.k.private... if true }
  sensitive = true
}
output "idx" { value = { sec = 1 }[var.s] }
output "lm" { 
  value = tomap({ sec = 1 })[var.s] 
  sensitive = true
}
output "types" { value = [nonsensitive(length(var.s)), issensitive(var.s), issensitive(nova_key.k.private), issensitive(nova_key.k.id)] }
output "m" { value = var.m }
