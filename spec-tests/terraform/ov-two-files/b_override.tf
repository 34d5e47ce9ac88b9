variable "a" { default = "x" }
