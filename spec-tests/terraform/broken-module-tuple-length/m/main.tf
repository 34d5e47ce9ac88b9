variable "w" { type = tuple([string, number]) }
