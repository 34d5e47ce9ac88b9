variable "null" {
  type      = string
  default   = null
  sensitive = true
}
resource "terraform_data" "a" {}
locals {
  unknown = sensitive(terraform_data.a.id)
}
module "typed" {
  source = "./m"
  list   = tolist([var.null, "5"])
  tuple  = [var.null, "5"]
  object = { a = var.null, b = var.null }
  map    = tomap({ a = var.null })
}
resource "terraform_data" "b" {
  input = {
    set     = toset([var.null])
    mixed   = toset([var.null, sensitive("x")])
    list    = tolist([var.null])
    typed   = module.typed
    tried   = try(local.unknown, "a")
    parts   = try([local.unknown], "a")
    known   = try(sensitive("x"), "a")
    allowed = can(local.unknown)
  }
}
output "marked" {
  value = {
    set    = issensitive(toset([var.null]))
    mixed  = issensitive(toset([var.null, sensitive("x")]))
    list   = issensitive(tolist([var.null])[0])
    tried  = issensitive(try(local.unknown, "a"))
    object = issensitive(module.typed.object.b)
  }
}
