variable "w" { type = map(any) }
