# What Terraform says of values that are unknown, although some of their values contradict it.
variable "o" {
  type = object({ net = optional(list(string)), name = optional(string) })
}
variable "l" { type = list(string) }
variable "b" { type = bool }

output "try_length" {
  value = try(length(var.o.net), 0)
}

output "can_length" {
  value = can(length(var.o.net))
}

output "can_lit" {
  value = can(length([var.o.name]))
}

output "for_set" {
  value = length([for x in toset([var.o.name, "a"]) : x])
}

output "for_set2" {
  value = [for x in toset([var.o.name, "a"]) : 1]
}

output "splat_set" {
  value = toset([var.o.name, "a"])[*]
}

output "len_set" {
  value = length(toset([var.o.name, "a"]))
}

output "matchkeys2" {
  value = matchkeys(["x", "y"], ["a", "b"], [var.o.name])
}

output "merge_cond" {
  value = merge({ a = 1 }, var.b ? { b = 2 } : null)
}

output "keys_merge" {
  value = keys(merge({ a = 1 }, var.o))
}

output "coalesce" {
  value = coalesce(var.o.name, "x")
}

output "one" {
  value = one([for x in toset([var.o.name]) : 1])
}
