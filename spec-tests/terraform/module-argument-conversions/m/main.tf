variable "x" { type = set(string) }
variable "y" { type = map(string) }
variable "z" { type = number }
variable "w" { type = tuple([string, number]) }
