variable "n" { 
  type = number 
  default = "1e3"
}
variable "b" { 
  type = bool 
  default = "true"
}
variable "l" { 
  type = list(string) 
  default = [1, true]
}
variable "o" {
  type = object({ a = string, b = optional(number, 2), c = optional(object({ d = optional(string, "x") }), {}) })
  default = { a = 1, zz = 2 }
}
variable "t" { 
  type = tuple([string, number]) 
  default = [1, "2"]
}
variable "s" { 
  type = set(number) 
  default = ["2", 1, 1]
}
variable "sens" { 
  default = { a = 1 } 
  sensitive = true
}
variable "nul" { 
  default = null 
  type = string
}
variable "any" { 
  type = any
  default = [1, "a"]
}
variable "given" { type = map(number) }
variable "nn" { 
  type = string 
  nullable = false
  default = "d"
}
output "all" { value = [var.n, var.b, var.l, var.o, var.t, var.s, var.nul, var.any, var.given, var.nn] }
output "sens" { 
  value = var.sens 
  sensitive = true
}
