variable "z" { default = 1 }
