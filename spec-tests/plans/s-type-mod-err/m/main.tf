variable "l" { type = list(string) }
variable "o" { type = object({ n = number, m = string }) }
variable "s" { type = string }
