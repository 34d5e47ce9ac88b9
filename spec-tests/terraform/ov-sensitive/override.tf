variable "a" { sensitive = false }
